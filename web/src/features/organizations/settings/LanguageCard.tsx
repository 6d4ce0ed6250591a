import { languageName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Select, Switch, TagsInput } from '@mantine/core'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
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

/** The language in which the team reads and writes, and the words that are not translated. */
export function LanguageCard({ form: { values, change } }: { form: TextingForm }) {
  const { t, i18n } = useLingui()
  const { translation } = values
  const keep = (part: Partial<typeof translation>) => change({ translation: { ...translation, ...part } })
  const allLanguages = languages.includes(translation.language) ? languages : [translation.language, ...languages]
  return (
    <SettingsCard id="translation" title={t`Translation`}>
      <Setting label={t`Your team's language`}>
        <Select
          className={classes.wide ?? ''}
          aria-label={t`Your team's language`}
          value={translation.language}
          onChange={(language) => language && keep({ language })}
          data={allLanguages.filter(Boolean).map((value) => ({ value, label: languageName(value, i18n.locale) }))}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t`No languages found`}
        />
      </Setting>
      <Setting label={t`Translate incoming texts`}>
        <Switch
          aria-label={t`Translate incoming texts`}
          checked={translation.inbound}
          onChange={(event) => keep({ inbound: event.currentTarget.checked })}
        />
      </Setting>
      <Setting
        label={t`Translate outgoing texts`}
        help={t`Translate outgoing texts to the contact's language. You can review them first.`}
      >
        <Switch
          aria-label={t`Translate outgoing texts`}
          checked={translation.outbound}
          onChange={(event) => keep({ outbound: event.currentTarget.checked })}
        />
      </Setting>
      <Setting label={t`Don't translate these words`} help={t`For example, names of sites, machines, or products.`}>
        <TagsInput
          className={classes.wide ?? ''}
          aria-label={t`Don't translate these words`}
          value={translation.glossary}
          onChange={(glossary) => keep({ glossary: glossary.map((word) => word.slice(0, wordMax)) })}
          maxTags={glossaryMax}
          placeholder={translation.glossary.length === 0 ? t`Type a word and press Enter` : ''}
        />
      </Setting>
    </SettingsCard>
  )
}
