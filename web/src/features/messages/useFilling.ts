import { useEffect, useRef, type RefObject } from 'react'
import type { Attachments } from '../files/index.ts'
import { onFilling } from './composer-bus.ts'

export interface FillingAsked {
  contactId: string
  field: RefObject<HTMLTextAreaElement | null>
  filled: { body: string } | undefined
  write: (text: string) => void
  attachments: Pick<Attachments, 'putBack' | 'addAgain'>
}

/** Takes words that come into a composer from outside: an undone text, one to be written again, a search hit. */
export function useFilling({ contactId, field, filled, write, attachments }: FillingAsked): void {
  const known = useRef(filled)
  const { putBack, addAgain } = attachments
  useEffect(() => {
    if (!filled || filled === known.current) return
    known.current = filled
    write(filled.body)
    field.current?.focus()
  }, [filled, write, field])
  useEffect(
    () =>
      onFilling(contactId, ({ body, media, areUsed }) => {
        if (body !== undefined) write(body)
        if (media) (areUsed ? addAgain : putBack)(media)
        // After the words are there, so that the caret stands behind them.
        requestAnimationFrame(() => {
          const box = field.current
          box?.focus()
          box?.setSelectionRange(box.value.length, box.value.length)
        })
      }),
    [contactId, write, putBack, addAgain, field],
  )
}
