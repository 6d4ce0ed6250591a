import type { Message } from '@crewline/contract/messages'
import { useSyncExternalStore } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'

/** What a person has seen of a thread, as far as it was on their screen. */
export interface Seen {
  /** The newest message, and its place in the thread. */
  newestId: string | undefined
  newestPlace: string | undefined
  /** When the contact last wrote. */
  lastInAt: string | undefined
  /** The newest text of a person of the team. */
  answer: { place: string; userId: string; name: string } | undefined
}

const nothing: Seen = { newestId: undefined, newestPlace: undefined, lastInAt: undefined, answer: undefined }
const threads = new Map<string, Seen>()
const listeners = new Set<() => void>()

/** What is seen of a thread after one more message was. */
export function seenWith(seen: Seen, { id, sortKey, direction, kind, sender, at }: Message): Seen {
  const isNewest = seen.newestPlace === undefined || sortKey > seen.newestPlace
  const isIn = direction === 'in' && (seen.lastInAt === undefined || at > seen.lastInAt)
  const isAnswer =
    direction === 'out' && kind === 'text' && sender !== null && !(seen.answer && seen.answer.place > sortKey)
  if (!isNewest && !isIn && !isAnswer) return seen
  return {
    newestId: isNewest ? id : seen.newestId,
    newestPlace: isNewest ? sortKey : seen.newestPlace,
    lastInAt: isIn ? at : seen.lastInAt,
    answer: isAnswer
      ? { place: sortKey, userId: sender.userId, name: sender.firstname || fullName(sender) }
      : seen.answer,
  }
}

/** Notes that a message was on the screen. */
export function messageSeen(message: Message): void {
  const before = threads.get(message.contactId) ?? nothing
  const after = seenWith(before, message)
  if (after === before) return
  threads.set(message.contactId, after)
  for (const listener of listeners) listener()
}

/** What was seen of a thread, followed while more of it shows. */
export function useSeen(contactId: string): Seen {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => threads.get(contactId) ?? nothing,
  )
}

/** Whether a teammate answered after the place of the newest message one had seen when one began to write; their name then. */
export function answeredSince(
  { answer }: Seen,
  begunWith: string | undefined,
  me: string | undefined,
): string | undefined {
  if (!answer || begunWith === undefined || answer.userId === me) return undefined
  return answer.place > begunWith ? answer.name : undefined
}
