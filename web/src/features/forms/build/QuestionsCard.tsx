import type { FormQuestion, FormQuestionType } from '@crewline/contract/form-content'
import { formText } from '@crewline/contract/form-questions'
import { FORM_QUESTIONS_MAX } from '@crewline/contract/form-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { IconButton } from '../../../shared/ui/IconButton.tsx'
import { changeAndFocus } from '../../../shared/lib/change-and-focus.ts'
import { moveAndFocus, moved } from '../../../shared/ui/builder/list-moves.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { newQuestion, withChanged, withCopy, withoutQuestion } from '../form-rules.ts'
import classes from '../Forms.module.css'
import { useFormNames } from '../useFormNames.ts'
import type { CardProps } from './Builder.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'

/** The questions in their order: each opens below its line, and moves, is copied and removed by buttons. */
export function QuestionsCard({
  openId,
  onOpen,
  ...cards
}: CardProps & { openId: string | undefined; onOpen: (id: string | undefined) => void }) {
  const { content, onChange, language, errors, isReadOnly } = cards
  const { t } = useLingui()
  const names = useFormNames()
  const { questions } = content
  const list = useRef<HTMLOListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const set = (next: FormQuestion[]) => onChange({ questions: next })
  function move(index: number, by: -1 | 1): void {
    moveAndFocus(() => set(moved(questions, index, by)), { list, to: index + by, by })
  }
  function remove(index: number, id: string): void {
    // The removed button had the focus: it goes to the question that took its place, else to the button that adds one.
    changeAndFocus(
      () => set(withoutQuestion(questions, id)),
      () => {
        const openers = [...(list.current?.querySelectorAll<HTMLElement>('[aria-expanded]') ?? [])]
        return openers.slice(0, index + 1).at(-1) ?? adder.current
      },
    )
  }
  function add(type: FormQuestionType): void {
    const question = newQuestion(type, questions)
    set([...questions, question])
    onOpen(question.id)
  }
  return (
    <SettingsCard id="questions" title={t`Questions`}>
      {errors['questions'] && (
        <p className={classes.bad} role="alert">
          {errors['questions']}
        </p>
      )}
      <ol className={classes.questions} ref={list}>
        {questions.map((question, index) => {
          const { id } = question
          const error = errors[`questions.${id}`]
          const number = index + 1
          const label = formText(question.label, language) || t`Question ${number}`
          return (
            <li key={id} className={classes.question} data-bad={error !== undefined || undefined}>
              <div className={classes.head}>
                <button
                  type="button"
                  className={`mantine-focus-auto ${classes.opener}`}
                  aria-expanded={openId === id}
                  onClick={() => onOpen(openId === id ? undefined : id)}
                >
                  <bdi>
                    {number}. {label}
                    {question.required ? ' *' : ''}
                  </bdi>
                  <span className={classes.quiet}>{names.type[question.type]}</span>
                </button>
                {!isReadOnly && (
                  <>
                    <IconButton
                      aria-label={t`Move up: ${label}`}
                      disabled={index === 0}
                      data-move
                      onClick={() => move(index, -1)}
                    >
                      <IconArrowUp size={16} stroke={1.75} />
                    </IconButton>
                    <IconButton
                      aria-label={t`Move down: ${label}`}
                      disabled={index === questions.length - 1}
                      data-move
                      onClick={() => move(index, 1)}
                    >
                      <IconArrowDown size={16} stroke={1.75} />
                    </IconButton>
                    <IconButton
                      aria-label={t`Duplicate: ${label}`}
                      disabled={questions.length >= FORM_QUESTIONS_MAX}
                      onClick={() => set(withCopy(questions, index))}
                    >
                      <IconCopy size={16} stroke={1.75} />
                    </IconButton>
                    <IconButton aria-label={t`Remove: ${label}`} onClick={() => remove(index, id)}>
                      <IconTrash size={16} stroke={1.75} />
                    </IconButton>
                  </>
                )}
              </div>
              {error && (
                <p className={classes.bad} role="alert" style={{ paddingInline: 12, paddingBlockEnd: 8 }}>
                  {error}
                </p>
              )}
              {openId === id && (
                <QuestionEditor
                  question={question}
                  earlier={questions.slice(0, index)}
                  later={questions.slice(index + 1)}
                  language={language}
                  isAnonymous={content.anonymous}
                  isReadOnly={isReadOnly}
                  onChange={(next) => set(withChanged(questions, next))}
                />
              )}
            </li>
          )
        })}
      </ol>
      {!isReadOnly && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              ref={adder}
              variant="default"
              disabled={questions.length >= FORM_QUESTIONS_MAX}
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            >
              <Trans>Add a question</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {(Object.keys(names.type) as FormQuestionType[]).map((type) => (
              <Menu.Item key={type} onClick={() => add(type)}>
                {names.type[type]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </SettingsCard>
  )
}
