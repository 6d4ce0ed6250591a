import { IconArrowUp } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import type { FileToSend } from './carrier.ts'
import classes from './handset.module.css'
import { PhotoButton } from './PhotoButton.tsx'

interface TypingBoxProps {
  name: string
  problem: string | null
  /** Resolves to false when the message was not sent; the input keeps its text then. */
  onSend: (body: string) => Promise<boolean>
  onPhoto: (file: Promise<FileToSend>) => void
}

const longest = 1600

/** The message input of a contact: Enter sends, Shift+Enter adds a line break. */
export function TypingBox({ name, problem, onSend, onPhoto }: TypingBoxProps) {
  const [body, setBody] = useState('')
  const isEmpty = body.trim() === ''
  const send = async () => {
    if (isEmpty) return
    setBody('')
    if (!(await onSend(body))) setBody(body)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <div className={classes.dock}>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <form
        className={classes.typing}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <PhotoButton name={name} onPhoto={onPhoto} />
        <textarea
          className={classes.input}
          rows={1}
          maxLength={longest}
          value={body}
          placeholder="Text message"
          aria-label={`Text from ${name}`}
          dir="auto"
          onChange={(event) => setBody(event.currentTarget.value)}
          onKeyDown={press}
        />
        <button type="submit" className={classes.send} disabled={isEmpty} aria-label={`Send as ${name}`}>
          <IconArrowUp size={18} stroke={2.25} aria-hidden />
        </button>
      </form>
      <span className={classes.home} aria-hidden />
    </div>
  )
}
