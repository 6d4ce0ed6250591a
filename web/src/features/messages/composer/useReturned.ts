import { useEffect } from 'react'
import { takeOut } from '../outbox/outbox.ts'
import { isForComposer, type PendingText } from '../outbox/outbox-rules.ts'
import { usePending } from '../outbox/sending.ts'

/**
 * Restores messages that the server refused for a reason only their author can resolve; waits while the composer is not
 * empty.
 */
export function useReturned(contactId: string, isFree: boolean, take: (text: PendingText) => void): void {
  const returned = usePending(contactId).find(isForComposer)
  const key = returned?.clientMessageId
  useEffect(() => {
    if (key === undefined || !isFree) return
    const text = takeOut(key)
    if (text) take(text)
    // Takes each refused message once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isFree])
}
