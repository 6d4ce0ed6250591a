import type { FormLanguage, FormQuestion } from '@crewline/contract/form-content'
import { canJump } from '@crewline/contract/form-questions'
import { FORM_LABEL_MAX, FORM_TEXT_MAX } from '@crewline/contract/form-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import classes from '../Forms.module.css'
import { useContactFields } from '../useContactFields.ts'
import { JumpsEditor } from './JumpsEditor.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { WhenEditor } from './WhenEditor.tsx'

export interface QuestionEditorProps {
  question: FormQuestion
  /** The questions before it, on whose answers it may depend. */
  earlier: readonly FormQuestion[]
  /** The questions that an answer may lead to. */
  later: readonly FormQuestion[]
  language: FormLanguage
  isAnonymous: boolean
  isReadOnly: boolean
  onChange: (question: FormQuestion) => void
}

/** Edits one question: its text, its answers, where they lead, and the field that gets the answer. */
export function QuestionEditor({
  question,
  earlier,
  later,
  language,
  isAnonymous,
  isReadOnly,
  onChange,
}: QuestionEditorProps) {
  const { t } = useLingui()
  const { type, label, help } = question
  const fields = useContactFields(type)
  const isInfo = type === 'info'
  const isHidden = type === 'hidden'
  const hasOptions = type === 'choice' || type === 'choices'
  return (
    <Stack gap="md" className={classes.body ?? ''}>
      <TextInput
        label={isInfo ? t`Text` : t`Question`}
        value={label[language] ?? ''}
        readOnly={isReadOnly}
        maxLength={FORM_LABEL_MAX}
        lang={language}
        dir="auto"
        required
        onChange={(event) => onChange({ ...question, label: { ...label, [language]: event.currentTarget.value } })}
      />
      {isHidden && (
        <p className={classes.quiet}>
          <Trans>
            People don’t see it. Its value comes from the address: add <code translate="no">?{question.id}=</code> and
            the value to the link of the form, such as the place where a poster hangs.
          </Trans>
        </p>
      )}
      {!isHidden && (
        <Textarea
          label={isInfo ? t`More text` : t`Help`}
          value={help[language] ?? ''}
          readOnly={isReadOnly}
          maxLength={FORM_TEXT_MAX}
          autosize
          minRows={1}
          lang={language}
          dir="auto"
          onChange={(event) => onChange({ ...question, help: { ...help, [language]: event.currentTarget.value } })}
        />
      )}
      {hasOptions && (
        <OptionsEditor question={question} language={language} isReadOnly={isReadOnly} onChange={onChange} />
      )}
      {type === 'number' && (
        <Group grow>
          <NumberInput
            label={t`Lowest number`}
            value={question.min ?? ''}
            readOnly={isReadOnly}
            min={-1e9}
            max={1e9}
            onChange={(min) => onChange({ ...question, min: typeof min === 'number' ? min : null })}
          />
          <NumberInput
            label={t`Highest number`}
            value={question.max ?? ''}
            readOnly={isReadOnly}
            min={-1e9}
            max={1e9}
            onChange={(max) => onChange({ ...question, max: typeof max === 'number' ? max : null })}
          />
        </Group>
      )}
      {!isInfo && !isHidden && (
        <Switch
          label={t`Must be answered`}
          checked={question.required}
          disabled={isReadOnly}
          onChange={(event) => onChange({ ...question, required: event.currentTarget.checked })}
        />
      )}
      {!isHidden && (
        <WhenEditor
          question={question}
          earlier={earlier}
          language={language}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )}
      {canJump(question) && later.length > 0 && (
        <JumpsEditor
          question={question}
          later={later}
          language={language}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )}
      {!isInfo && !isAnonymous && (
        <Select
          label={t`Save to a field of the contact`}
          description={t`Only answers through a personal link change a contact.`}
          data={fields}
          value={question.saveTo}
          readOnly={isReadOnly}
          clearable
          placeholder={t`Don't save`}
          onChange={(saveTo) => onChange({ ...question, saveTo })}
        />
      )}
    </Stack>
  )
}
