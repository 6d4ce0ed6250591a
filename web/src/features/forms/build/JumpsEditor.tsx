import { choicesOf, formText } from '@crewline/contract/form-questions'
import { useLingui } from '@lingui/react/macro'
import { Select, Stack } from '@mantine/core'
import { withJump } from '../form-rules.ts'
import type { QuestionEditorProps } from './QuestionEditor.tsx'
import { useAnswerName } from './useAnswerName.ts'

/** Where each answer leads: to the next question, to a later one, or to the end. */
export function JumpsEditor({
  question,
  later,
  language,
  isReadOnly,
  onChange,
}: Pick<QuestionEditorProps, 'question' | 'later' | 'language' | 'isReadOnly' | 'onChange'>) {
  const { t } = useLingui()
  const nameOf = useAnswerName(language)
  const targets = [
    ...later.slice(1).map(({ id, label }) => {
      const name = formText(label, language) || t`a question without text`
      return { value: id, label: t`Go to: ${name}` }
    }),
    { value: 'end', label: t`End the form` },
  ]
  return (
    <Stack gap="xs" role="group" aria-label={t`Where answers lead`}>
      {choicesOf(question).map((choice) => {
        const name = nameOf(question, choice)
        return (
          <Select
            key={choice}
            label={t`After “${name}”`}
            data={targets}
            value={question.jumps.find(({ on }) => on === choice)?.to ?? null}
            readOnly={isReadOnly}
            clearable
            placeholder={t`Go to the next question`}
            onChange={(to) => onChange(withJump(question, choice, to ?? ''))}
          />
        )
      })}
    </Stack>
  )
}
