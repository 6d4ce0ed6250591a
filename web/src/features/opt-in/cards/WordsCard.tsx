import type { PageLanguage } from '@crewline/contract/opt-in'
import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Textarea, TextInput } from '@mantine/core'
import { EditedLanguage, FirstIsShown, LanguagesInput } from '../../../shared/ui/form/TextLanguages.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import type { CardProps } from '../Editor.tsx'
import classes from '../OptIn.module.css'
import { slugFrom } from '../opt-in-rules.ts'
import { AUTONYMS, PAGE_LANGUAGES } from '../useOptInNames.ts'

/** The name, the address and the texts of a page in each of its languages. */
export function WordsCard({
  content,
  onChange,
  language,
  errors,
  isReadOnly,
  onLanguage,
  isNew,
}: CardProps & { onLanguage: (language: PageLanguage) => void; isNew: boolean }) {
  const { t } = useLingui()
  const name = AUTONYMS[language]
  return (
    <SettingsCard
      id="words"
      title={t`Texts`}
      text={<Trans>People see the language of their phone, if the page has it.</Trans>}
    >
      <Stack gap="md">
        <TextInput
          label={t`Name`}
          description={t`Only your team sees it.`}
          value={content.name}
          error={errors['name']}
          readOnly={isReadOnly}
          maxLength={80}
          dir="auto"
          required
          onChange={({ currentTarget: { value } }) =>
            // Until it is changed by hand, the address of a new page follows its name.
            onChange(
              isNew && content.url === slugFrom(content.name) ? { name: value, url: slugFrom(value) } : { name: value },
            )
          }
        />
        <TextInput
          label={t`Address`}
          description={isNew ? undefined : t`A printed poster no longer works after a change.`}
          leftSection={
            <span className={classes.quiet} translate="no">
              /public/join/
            </span>
          }
          leftSectionWidth={104}
          value={content.url}
          error={errors['url']}
          readOnly={isReadOnly}
          maxLength={60}
          dir="ltr"
          required
          onChange={(event) => onChange({ url: event.currentTarget.value.toLowerCase() })}
        />
        <LanguagesInput
          choices={PAGE_LANGUAGES}
          value={content.languages}
          description={<FirstIsShown />}
          error={errors['languages']}
          readOnly={isReadOnly}
          onChange={(languages, added) => {
            onChange({ languages })
            if (added) onLanguage(added)
          }}
        />
        <EditedLanguage languages={content.languages} value={language} onChange={onLanguage} />
        <TextInput
          label={content.languages.length > 1 ? t`Title in ${name}` : t`Title`}
          value={content.title[language] ?? ''}
          error={errors['title']}
          readOnly={isReadOnly}
          maxLength={80}
          lang={language}
          dir="auto"
          required
          onChange={(event) => onChange({ title: { ...content.title, [language]: event.currentTarget.value } })}
        />
        <Textarea
          label={content.languages.length > 1 ? t`Introduction in ${name}` : t`Introduction`}
          description={t`What people will get, in one or two sentences.`}
          value={content.intro[language] ?? ''}
          error={errors['intro']}
          readOnly={isReadOnly}
          maxLength={400}
          autosize
          minRows={2}
          lang={language}
          dir="auto"
          onChange={(event) => onChange({ intro: { ...content.intro, [language]: event.currentTarget.value } })}
        />
        <Textarea
          label={content.languages.length > 1 ? t`Thanks in ${name}` : t`Thanks`}
          description={t`Shown after the form was sent, for example what happens next.`}
          value={content.thanks[language] ?? ''}
          error={errors['thanks']}
          readOnly={isReadOnly}
          maxLength={400}
          autosize
          minRows={1}
          lang={language}
          dir="auto"
          onChange={(event) => onChange({ thanks: { ...content.thanks, [language]: event.currentTarget.value } })}
        />
        <TextInput
          type="color"
          label={t`Color of the button`}
          description={t`Black or white text is chosen for the best contrast.`}
          value={content.color}
          error={errors['color']}
          disabled={isReadOnly}
          onChange={(event) => onChange({ color: event.currentTarget.value })}
        />
      </Stack>
    </SettingsCard>
  )
}
