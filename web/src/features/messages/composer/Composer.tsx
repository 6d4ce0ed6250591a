import type { ContactSummary } from '@crewline/contract/contacts'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { ComposerTools } from './ComposerTools.tsx'
import { NoteComposer } from './NoteComposer.tsx'
import { TextComposer } from './TextComposer.tsx'

export interface ComposerProps {
  contact: ContactSummary
  /** The text field, so that shortcuts elsewhere can focus it. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Text set from outside; each new object replaces the current text. */
  filled?: { body: string } | undefined
  /** Archives the conversation after its message was sent; absent where that is not offered. */
  onSentAndArchive?: (() => void) | undefined
}

const nothing = () => {}

/**
 * The composer for messages and notes: keeps the draft of each contact, counts segments, and sends. Pass the contact id
 * as `key`.
 */
export function Composer({ contact, field, filled, onSentAndArchive }: ComposerProps) {
  const [isNote, setNote] = useState(false)
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const isToggled = useRef(false)
  const toggle = useCallback(() => {
    setNote((now) => !now)
    isToggled.current = true
  }, [])
  useHotkeys([['alt+N', toggle]])
  useEffect(() => {
    // The other field has just been rendered; places the caret after its text.
    const box = field.current
    if (!isToggled.current || !box) return
    isToggled.current = false
    box.focus()
    box.setSelectionRange(box.value.length, box.value.length)
  })
  if (isNote) {
    const tools = (
      <ComposerTools
        isPhone={isPhone}
        isNote
        onNote={toggle}
        onFiles={nothing}
        onReplies={nothing}
        onFields={nothing}
        canSchedule={false}
        isLaterOpen={false}
        onLater={nothing}
      />
    )
    return <NoteComposer contactId={contact.id} field={field} isTouch={isTouch} tools={tools} onToggleNote={toggle} />
  }
  return (
    <TextComposer
      contact={contact}
      field={field}
      filled={filled}
      isTouch={isTouch}
      isPhone={isPhone}
      onToggleNote={toggle}
      onSentAndArchive={onSentAndArchive}
    />
  )
}
