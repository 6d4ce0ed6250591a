import { choicesOf, formText } from '@crewline/contract/form-questions'
import { useLingui } from '@lingui/react/macro'
import { MultiSelect, Select, Stack } from '@mantine/core'
import { withWhen, type WhenEffect } from '../form-rules.ts'
import type { QuestionEditorProps } from './QuestionEditor.tsx'
import { useAnswerName } from './useAnswerName.ts'

type WhenEditorProps = Pick<QuestionEditorProps, 'question' | 'earlier' | 'language' | 'isReadOnly' | 'onChange'>

/** When a question is asked, or must be answered: always, or depending on the answer to an earlier one. */
export function WhenEditor({ question, earlier, language, isReadOnly, onChange }: WhenEditorProps) {
  const { t } = useLingui()
  const nameOf = useAnswerName(language)
  const { when, type } = question
  const deciders = earlier.filter((one) => choicesOf(one).length > 0)
  if (deciders.length === 0 && !when) return null
  const decider = deciders.find(({ id }) => id === when?.question)
  const conditions: Record<WhenEffect, string> = {
    show: t`Only after certain answers`,
    hide: t`Not after certain answers`,
    require: t`Always, and required after certain answers`,
  }
  const offered = (Object.keys(conditions) as WhenEffect[]).filter((effect) => effect !== 'require' || type !== 'info')
  return (
    <Stack gap="xs">
      <Select
        label={t`When this is asked`}
        data={[
          { value: 'always', label: t`Always` },
          ...offered.map((effect) => ({ value: effect, label: conditions[effect] })),
        ]}
        value={when?.effect ?? 'always'}
        readOnly={isReadOnly}
        allowDeselect={false}
        onChange={(value) =>
          onChange(withWhen(question, deciders, { effect: offered.find((effect) => effect === value) }))
        }
      />
      {when && (
        <>
          <Select
            label={t`Answers to which question`}
            data={deciders.map(({ id, label }) => ({
              value: id,
              label: formText(label, language) || t`a question without text`,
            }))}
            value={decider?.id ?? null}
            readOnly={isReadOnly}
            allowDeselect={false}
            onChange={(about) => about && onChange(withWhen(question, deciders, { question: about }))}
          />
          {decider && (
            <MultiSelect
              label={t`Any of these answers`}
              data={choicesOf(decider).map((choice) => ({ value: choice, label: nameOf(decider, choice) }))}
              value={when.is.filter((choice) => choicesOf(decider).includes(choice))}
              readOnly={isReadOnly}
              onChange={(is) => onChange(withWhen(question, deciders, { is }))}
            />
          )}
        </>
      )}
    </Stack>
  )
}
