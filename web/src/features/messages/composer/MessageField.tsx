import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import { plainPunctuation } from '@crewline/contract/segments'
import { Textarea } from '@mantine/core'
import { memo, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { filesIn } from '../../files/index.ts'
import classes from './Composer.module.css'
import { replaceIn } from './field.ts'
import type { Triggers } from './useTrigger.ts'
import { useWritingChoices } from './writing-choices.ts'

/** Pasted text before and after its conversion to plain characters. */
export interface Pasted {
  before: string
  after: string
}

export interface MessageFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder: string
  value: string
  isNote: boolean
  isTouch: boolean
  triggers: Triggers
  onWrite: (text: string) => void
  onBlur: () => void
  onSend: (isArchiving: boolean) => void
  onToggleNote: () => void
  onPasted: (pasted: Pasted) => void
  onFiles: (files: File[]) => void
}

/** Where the browser supports field-sizing, the field need not be measured on each key press. */
const growsByItself = globalThis.CSS?.supports('field-sizing', 'content') ?? false

/**
 * The text field of a message or note: handles the send keys, opens suggestion lists, takes pasted files. Memoized, so
 * that it does not re-render with the elements that depend on the text.
 */
export const MessageField = memo(function MessageField(props: MessageFieldProps) {
  const { field, label, placeholder, value, isNote, isTouch, triggers, onWrite, onBlur, onSend } = props
  const { enterSends } = useWritingChoices()
  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // An Enter that confirms an IME composition does not send.
    if (event.nativeEvent.isComposing) return
    if (triggers.open && triggers.handleKey(event)) return event.stopPropagation()
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') return field.current?.blur()
    if (event.altKey && event.code === 'KeyN') {
      event.preventDefault()
      return props.onToggleNote()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    // Enter inserts a new line on a phone and where the user chose so.
    if (!isMod && (isTouch || !enterSends)) return
    event.preventDefault()
    onSend(isMod && !isNote)
  }
  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const files = isNote ? [] : filesIn(event.clipboardData)
    if (files.length > 0) {
      event.preventDefault()
      return props.onFiles(files)
    }
    const text = event.clipboardData.getData('text/plain')
    const plain = plainPunctuation(text)
    if (plain === text || isNote) return
    event.preventDefault()
    const { value: fullText, selectionStart, selectionEnd } = event.currentTarget
    replaceIn(event.currentTarget, plain)
    const around = (middle: string) => fullText.slice(0, selectionStart) + middle + fullText.slice(selectionEnd)
    props.onPasted({ before: around(text), after: around(plain) })
  }
  return (
    <Textarea
      className={classes.field ?? ''}
      ref={field}
      classNames={{ input: `${classes.input}${growsByItself ? ` ${classes.grows}` : ''}` }}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => {
        onWrite(event.currentTarget.value)
        triggers.detect()
      }}
      onSelect={triggers.detect}
      onBlur={onBlur}
      onKeyDown={handleKey}
      onPaste={paste}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-activedescendant={triggers.activeId || undefined}
      {...(growsByItself ? { rows: 1 } : { autosize: true, minRows: 1, maxRows: 8 })}
      maxLength={MESSAGE_MAX_CHARACTERS}
      dir="auto"
      enterKeyHint={isTouch || !enterSends ? 'enter' : 'send'}
    />
  )
})
