import { useEffect } from 'react'
import { takeOut } from './outbox.ts'
import { isForComposer, type PendingText } from './outbox-rules.ts'
import { usePending } from './sending.ts'

/** Takes texts back that the server refused for a reason only their writer can settle; waits while other words are written. */
export function useReturned(contactId: string, isFree: boolean, take: (text: PendingText) => void): void {
  const returned = usePending(contactId).find(isForComposer)
  const key = returned?.clientMessageId
  useEffect(() => {
    if (key === undefined || !isFree) return
    const text = takeOut(key)
    if (text) take(text)
    // Each refused text is taken once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isFree])
}
