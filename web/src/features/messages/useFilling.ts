import { useEffect, useRef, type RefObject } from 'react'
import type { Attachments } from '../files/index.ts'
import { joined, onFilling } from './composer-bus.ts'
import type { Draft } from './useDraft.ts'

export interface FillingAsked {
  contactId: string
  field: RefObject<HTMLTextAreaElement | null>
  filled: { body: string } | undefined
  draft: Pick<Draft, 'now' | 'write'>
  attachments: Pick<Attachments, 'putBack' | 'addAgain'>
}

/** Takes words that come into a composer from outside: an undone text, one to be written again, a search hit. */
export function useFilling({ contactId, field, filled, draft, attachments }: FillingAsked): void {
  const known = useRef(filled)
  const { now, write } = draft
  const { putBack, addAgain } = attachments
  useEffect(() => {
    if (!filled || filled === known.current) return
    known.current = filled
    write(filled.body)
    field.current?.focus()
  }, [filled, write, field])
  useEffect(() => {
    let frame = 0
    const stop = onFilling(contactId, ({ body, media, areUsed }) => {
      if (body !== undefined) write(joined(body, now()))
      if (media) (areUsed ? addAgain : putBack)(media)
      // After the words are there, so that the caret stands behind them.
      frame = requestAnimationFrame(() => {
        const box = field.current
        box?.focus()
        box?.setSelectionRange(box.value.length, box.value.length)
      })
    })
    return () => {
      stop()
      // The next composer has the same field: nobody asked for a caret there.
      cancelAnimationFrame(frame)
    }
  }, [contactId, now, write, putBack, addAgain, field])
}
