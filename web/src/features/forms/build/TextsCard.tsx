import type { FormContent, FormLanguage } from '@crewline/contract/form-content'
import { FORM_TEXT_MAX } from '@crewline/contract/form-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Textarea, TextInput } from '@mantine/core'
import { EditedLanguage, FirstIsShown, LanguagesInput } from '../../../shared/ui/form/TextLanguages.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { AUTONYMS, FORM_LANGUAGES } from '../useFormNames.ts'
import type { CardProps } from './Builder.tsx'
import { TranslateBar } from './TranslateBar.tsx'

/** The name, the languages and the texts around the questions. */
export function TextsCard({
  content,
  onChange,
  language,
  errors,
  isReadOnly,
  onLanguage,
  onFill,
}: CardProps & {
  onLanguage: (language: FormLanguage) => void
  onFill: (fill: (now: FormContent) => FormContent) => void
}) {
  const { t } = useLingui()
  const name = AUTONYMS[language]
  const isOne = content.languages.length === 1
  const text = (field: 'title' | 'intro' | 'thanks') => ({
    value: content[field][language] ?? '',
    error: errors[field],
    readOnly: isReadOnly,
    lang: language,
    dir: 'auto' as const,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [field]: { ...content[field], [language]: event.currentTarget.value } }),
  })
  return (
    <SettingsCard
      id="texts"
      title={t`Texts`}
      text={<Trans>People see the language of their phone, if the form has it.</Trans>}
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
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <LanguagesInput
          choices={FORM_LANGUAGES}
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
        {!isOne && !isReadOnly && <TranslateBar content={content} language={language} onFill={onFill} />}
        <TextInput label={isOne ? t`Title` : t`Title in ${name}`} maxLength={300} required {...text('title')} />
        <Textarea
          label={isOne ? t`Introduction` : t`Introduction in ${name}`}
          description={t`Say what it is for, how long it takes, and who reads the answers.`}
          maxLength={FORM_TEXT_MAX}
          autosize
          minRows={2}
          {...text('intro')}
        />
        <Textarea
          label={isOne ? t`Thanks` : t`Thanks in ${name}`}
          description={t`Shown after sending. Leave it empty for a short thank you.`}
          maxLength={FORM_TEXT_MAX}
          autosize
          minRows={1}
          {...text('thanks')}
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
