import type { Message } from '@crewline/contract/messages'
import { useSyncExternalStore } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'

/** What a member has seen of a thread, as far as it was rendered on screen. */
export interface SeenState {
  /** The newest message and its sort key in the thread. */
  newestId: string | undefined
  newestSortKey: string | undefined
  /** When the contact last wrote. */
  lastInAt: string | undefined
  /** The newest message written by a member. */
  answer: { sortKey: string; userId: string; name: string } | undefined
}

const nothing: SeenState = { newestId: undefined, newestSortKey: undefined, lastInAt: undefined, answer: undefined }
const threads = new Map<string, SeenState>()
const listeners = new Set<() => void>()

/** Returns the seen state after one more message. */
export function seenWith(seen: SeenState, { id, sortKey, direction, kind, sender, at }: Message): SeenState {
  const isNewest = seen.newestSortKey === undefined || sortKey > seen.newestSortKey
  const isIn = direction === 'in' && (seen.lastInAt === undefined || at > seen.lastInAt)
  const isAnswer =
    direction === 'out' && kind === 'text' && sender !== null && !(seen.answer && seen.answer.sortKey > sortKey)
  if (!isNewest && !isIn && !isAnswer) return seen
  return {
    newestId: isNewest ? id : seen.newestId,
    newestSortKey: isNewest ? sortKey : seen.newestSortKey,
    lastInAt: isIn ? at : seen.lastInAt,
    answer: isAnswer ? { sortKey, userId: sender.userId, name: sender.firstname || fullName(sender) } : seen.answer,
  }
}

/** Records that a message was on screen. */
export function recordSeen(message: Message): void {
  const before = threads.get(message.contactId) ?? nothing
  const after = seenWith(before, message)
  if (after === before) return
  threads.set(message.contactId, after)
  for (const listener of listeners) listener()
}

/** Returns the seen state of a thread and re-renders on changes. */
export function useSeen(contactId: string): SeenState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => threads.get(contactId) ?? nothing,
  )
}

/**
 * Returns the name of a teammate who answered after the newest message seen when writing began; undefined when none
 * did.
 */
export function answeredSince(
  { answer }: SeenState,
  startSortKey: string | undefined,
  me: string | undefined,
): string | undefined {
  if (!answer || startSortKey === undefined || answer.userId === me) return undefined
  return answer.sortKey > startSortKey ? answer.name : undefined
}
