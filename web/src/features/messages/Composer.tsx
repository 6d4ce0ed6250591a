import { countTexts, plainPunctuation } from '@crewline/contract/segments'
import { MESSAGE_MAX_CHARACTERS, MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSend2 } from '@tabler/icons-react'
import {
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { stoppedWriting, writingTo } from '../../shared/live/typing.ts'
import classes from './Composer.module.css'
import { TextCounter } from './TextCounter.tsx'
import { useDraft } from './useDraft.ts'

export interface ComposerProps {
  contactId: string
  /** First name for the placeholder, or the number. */
  name: string
  onSend: (body: string) => void
  /** The field itself, so that keys elsewhere can put the focus here. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Words put into the field from outside; each new object replaces what is written. */
  filled?: { body: string } | undefined
}

interface Pasted {
  before: string
  after: string
}

const undoForMs = 8000

function insert(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  // The only way in that the browser's own undo knows; the other is for browsers that have dropped it.
  if (!document.execCommand('insertText', false, text))
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
}

/** Where a message is written: keeps the draft of each contact, counts the texts, sends with Enter. Give it the contact as `key`. */
export function Composer({ contactId, name, onSend, field, filled }: ComposerProps) {
  const { t } = useLingui()
  const { draft, write, forget } = useDraft(contactId)
  const [pasted, setPasted] = useState<Pasted>()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const count = countTexts(useDeferredValue(draft))
  const isTooLong = count.segments > MESSAGE_MAX_TEXTS
  const canSend = draft.trim() !== '' && !isTooLong
  const known = useRef(filled)

  useEffect(() => stoppedWriting, [contactId])
  useEffect(() => {
    if (!filled || filled === known.current) return
    known.current = filled
    write(filled.body)
    field.current?.focus()
  }, [filled, write, field])

  useEffect(() => {
    if (!pasted) return
    const timer = setTimeout(() => setPasted(undefined), undoForMs)
    return () => clearTimeout(timer)
  }, [pasted])

  function send(): void {
    if (draft.trim() === '' || countTexts(draft).segments > MESSAGE_MAX_TEXTS) return
    stoppedWriting()
    onSend(draft.trim())
    forget()
    setPasted(undefined)
    field.current?.focus()
  }
  function hearKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Escape') field.current?.blur()
    // On a phone Enter is a new line; and an Enter that confirms an input method is not ours.
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      (isTouch && !event.ctrlKey && !event.metaKey)
    )
      return
    event.preventDefault()
    send()
  }
  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const text = event.clipboardData.getData('text/plain')
    const plain = plainPunctuation(text)
    if (plain === text) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    insert(event.currentTarget, plain)
    setPasted({
      before: value.slice(0, selectionStart) + text + value.slice(selectionEnd),
      after: value.slice(0, selectionStart) + plain + value.slice(selectionEnd),
    })
  }
  function showCharacter(at: number): void {
    field.current?.focus()
    field.current?.setSelectionRange(at, at + ((draft.codePointAt(at) ?? 0) > 0xffff ? 2 : 1))
  }

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        ref={field}
        classNames={{ input: classes.input ?? '' }}
        aria-label={t`Message to ${name}`}
        placeholder={t`Write to ${name}`}
        value={draft}
        onChange={(event) => {
          write(event.currentTarget.value)
          if (event.currentTarget.value.trim() === '') stoppedWriting()
          else writingTo(contactId)
        }}
        onBlur={stoppedWriting}
        onKeyDown={hearKey}
        onPaste={paste}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={MESSAGE_MAX_CHARACTERS}
        dir="auto"
        enterKeyHint={isTouch ? 'enter' : 'send'}
      />
      <div className={classes.foot}>
        <TextCounter count={count} draft={draft} onShow={showCharacter} />
        {pasted && pasted.after === draft && (
          <span className={classes.hint} role="status">
            <Trans>Curly quotes and dashes became plain ones.</Trans>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => {
                write(pasted.before)
                setPasted(undefined)
              }}
            >
              <Trans>Undo</Trans>
            </Button>
          </span>
        )}
        <Button
          className={classes.send ?? ''}
          type="submit"
          disabled={!canSend}
          rightSection={<IconSend2 size={16} stroke={1.75} className="mantine-rotate-rtl" />}
        >
          <Trans>Send</Trans>
        </Button>
      </div>
    </form>
  )
}
