import { useLingui } from '@lingui/react/macro'
import { Select, Switch, TagsInput } from '@mantine/core'
import { languageName } from '../../translation/index.ts'
import { Setting, SettingsCard } from '../SettingsCard.tsx'
import classes from '../Settings.module.css'
import type { TextingForm } from './useTextingForm.ts'

const languages = [
  'en',
  'es',
  'fr',
  'pt',
  'de',
  'it',
  'pl',
  'ro',
  'uk',
  'ru',
  'ar',
  'hi',
  'ht',
  'vi',
  'tl',
  'ko',
  'ja',
  'zh',
  'zh-Hant',
]
const glossaryMax = 200
const wordMax = 60

/** In which language the team reads and writes, and which words stay as they are. */
export function LanguageCard({ form: { values, change } }: { form: TextingForm }) {
  const { t, i18n } = useLingui()
  const { translation } = values
  const keep = (part: Partial<typeof translation>) => change({ translation: { ...translation, ...part } })
  const known = languages.includes(translation.language) ? languages : [translation.language, ...languages]
  return (
    <SettingsCard id="translation" title={t`Translation`}>
      <Setting label={t`The team's language`}>
        <Select
          className={classes.wide ?? ''}
          aria-label={t`The team's language`}
          value={translation.language}
          onChange={(language) => language && keep({ language })}
          data={known.filter(Boolean).map((value) => ({ value, label: languageName(value, i18n.locale) }))}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t`No language has this name.`}
        />
      </Setting>
      <Setting label={t`Translate what comes in`}>
        <Switch
          aria-label={t`Translate what comes in`}
          checked={translation.inbound}
          onChange={(event) => keep({ inbound: event.currentTarget.checked })}
        />
      </Setting>
      <Setting
        label={t`Translate what goes out`}
        help={t`Into the language of the contact. You see it before it goes.`}
      >
        <Switch
          aria-label={t`Translate what goes out`}
          checked={translation.outbound}
          onChange={(event) => keep({ outbound: event.currentTarget.checked })}
        />
      </Setting>
      <Setting label={t`Words that stay`} help={t`Names of sites, machines and products are never translated.`}>
        <TagsInput
          className={classes.wide ?? ''}
          aria-label={t`Words that stay`}
          value={translation.glossary}
          onChange={(glossary) => keep({ glossary: glossary.map((word) => word.slice(0, wordMax)) })}
          maxTags={glossaryMax}
          placeholder={translation.glossary.length === 0 ? t`Type a word, then Enter` : ''}
        />
      </Setting>
    </SettingsCard>
  )
}
