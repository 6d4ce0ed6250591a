import { useEffect, useRef, type RefObject } from 'react'
import type { Attachments } from '../../files/index.ts'
import { joined, onFilling } from './composer-bus.ts'
import type { Draft } from './useDraft.ts'

export interface FillingOptions {
  contactId: string
  field: RefObject<HTMLTextAreaElement | null>
  filled: { body: string } | undefined
  draft: Pick<Draft, 'now' | 'write'>
  attachments: Pick<Attachments, 'putBack' | 'addAgain'>
}

/** Inserts content from outside into a composer: an undone message, one to edit, a search result. */
export function useFilling({ contactId, field, filled, draft, attachments }: FillingOptions): void {
  const lastFilled = useRef(filled)
  const { now, write } = draft
  const { putBack, addAgain } = attachments
  useEffect(() => {
    if (!filled || filled === lastFilled.current) return
    lastFilled.current = filled
    write(filled.body)
    field.current?.focus()
  }, [filled, write, field])
  useEffect(() => {
    let frame = 0
    const stop = onFilling(contactId, ({ body, media, areUsed }) => {
      if (body !== undefined) write(joined(body, now()))
      if (media) (areUsed ? addAgain : putBack)(media)
      // After the text is rendered, so that the caret is placed after it.
      frame = requestAnimationFrame(() => {
        const box = field.current
        box?.focus()
        box?.setSelectionRange(box.value.length, box.value.length)
      })
    })
    return () => {
      stop()
      // The next composer uses the same field, and its caret must not be moved.
      cancelAnimationFrame(frame)
    }
  }, [contactId, now, write, putBack, addAgain, field])
}
