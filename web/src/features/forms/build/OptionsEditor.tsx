import { FORM_LABEL_MAX, FORM_OPTIONS_MAX } from '@crewline/contract/form-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { changeAndFocus } from '../../../shared/lib/change-and-focus.ts'
import { moveAndFocus, moved } from '../../../shared/ui/builder/list-moves.ts'
import { IconButton } from '../../../shared/ui/IconButton.tsx'
import { freeId, withPasted } from '../form-rules.ts'
import classes from '../Forms.module.css'
import type { QuestionEditorProps } from './QuestionEditor.tsx'

/** The answers to choose from: Enter adds the next one, and a pasted list becomes one answer for each line. */
export function OptionsEditor({
  question,
  language,
  isReadOnly,
  onChange,
}: Pick<QuestionEditorProps, 'question' | 'language' | 'isReadOnly' | 'onChange'>) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const { options } = question
  const set = (next: typeof options) => onChange({ ...question, options: next })
  function addAfter(index: number): void {
    if (options.length >= FORM_OPTIONS_MAX) return
    changeAndFocus(
      () => set(options.toSpliced(index + 1, 0, { id: freeId('o', options), label: {} })),
      () => list.current?.querySelectorAll('input')[index + 1],
    )
  }
  function move(index: number, by: -1 | 1): void {
    moveAndFocus(() => set(moved(options, index, by)), { list, to: index + by, by })
  }
  function removeAt(index: number): void {
    const removed = options[index]?.id
    // The removed button had the focus.
    changeAndFocus(
      () =>
        onChange({
          ...question,
          options: options.filter(({ id }) => id !== removed),
          jumps: question.jumps.filter(({ on }) => on !== removed),
        }),
      () => [...(list.current?.querySelectorAll('input') ?? [])].slice(0, index + 1).at(-1),
    )
  }
  return (
    <Stack gap={4} ref={list} role="group" aria-label={t`Answers to choose from`}>
      {options.map((option, index) => {
        const number = index + 1
        return (
          <div key={option.id} className={classes.option}>
            <TextInput
              aria-label={t`Answer ${number}`}
              placeholder={t`Answer ${number}`}
              value={option.label[language] ?? ''}
              readOnly={isReadOnly}
              maxLength={FORM_LABEL_MAX}
              lang={language}
              dir="auto"
              onChange={(event) => {
                const { value } = event.currentTarget
                set(
                  options.map((one) =>
                    one.id === option.id ? { ...one, label: { ...one.label, [language]: value } } : one,
                  ),
                )
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing || isReadOnly) return
                event.preventDefault()
                addAfter(index)
              }}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text/plain')
                if (!text.trim().includes('\n') || isReadOnly) return
                event.preventDefault()
                onChange(withPasted(question, index, text, language))
              }}
            />
            {!isReadOnly && (
              <>
                <IconButton
                  aria-label={t`Move up answer ${number}`}
                  disabled={index === 0}
                  data-move
                  onClick={() => move(index, -1)}
                >
                  <IconArrowUp size={16} stroke={1.75} />
                </IconButton>
                <IconButton
                  aria-label={t`Move down answer ${number}`}
                  disabled={index === options.length - 1}
                  data-move
                  onClick={() => move(index, 1)}
                >
                  <IconArrowDown size={16} stroke={1.75} />
                </IconButton>
                <IconButton aria-label={t`Remove answer ${number}`} onClick={() => removeAt(index)}>
                  <IconX size={16} stroke={1.75} />
                </IconButton>
              </>
            )}
          </div>
        )
      })}
      {!isReadOnly && (
        <div>
          <Button
            variant="subtle"
            size="xs"
            disabled={options.length >= FORM_OPTIONS_MAX}
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            onClick={() => addAfter(options.length - 1)}
          >
            <Trans>Add an answer</Trans>
          </Button>
        </div>
      )}
    </Stack>
  )
}
