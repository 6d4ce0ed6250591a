import type { MessageStatus } from '@crewline/contract/events'
import type { Message, MessageState } from '@crewline/contract/messages'

/** What orders the parts of a message that is shown; processes of a version before revisions send none. */
interface Revisions {
  revision?: number | undefined
  /** Set while its state is from a live event about the state alone, and is newer than the rest. */
  stateRevision?: number | undefined
}

/** The state of a message, and what orders it. */
export interface KnownState {
  state: MessageState
  revision?: number | undefined
}

type Shown = Message & Pick<Revisions, 'stateRevision'>

const revisionsOf = ({ revision, stateRevision }: Revisions): Revisions => ({ revision, stateRevision })

/** Returns the state of a message that is shown, with what orders it. */
export function shownState(message: Message): KnownState {
  const { revision, stateRevision } = revisionsOf(message)
  return { state: message.state, revision: stateRevision ?? revision }
}

/**
 * Returns whether the state `next` is shown instead of `current`: the greater revision is newer, whatever the states are,
 * because a text that is sent again goes back to an earlier one. Where a process of a version before revisions sent none, or
 * changed the state without raising it, the last to arrive is shown, except that nothing follows `delivered`.
 */
export function isNewerState(next: KnownState, current: KnownState): boolean {
  if (next.revision === undefined || current.revision === undefined) return current.state !== 'delivered'
  if (next.revision === current.revision) return next.state !== current.state && current.state !== 'delivered'
  return next.revision > current.revision
}

/** Applies an update to a message, in whatever order updates arrive: what is shown already and is newer stays. */
export function merged(current: Message, update: Message): Message {
  // Not so where one of them has no revision.
  if (update.revision < current.revision) return current
  const { revision = current.revision } = revisionsOf(update)
  const shown = shownState(current)
  const isSame = shown.revision !== undefined && update.revision === shown.revision
  if (isSame || isNewerState(update, shown)) return { ...update, revision }
  const { state, errorCode, reason } = current
  const result: Shown = { ...update, state, errorCode, reason, revision, stateRevision: shown.revision }
  return result
}

/** Returns a message after an event about its state alone; the same object when it shows a newer one. */
export function afterStatus(message: Message, item: MessageStatus['items'][number]): Message {
  if (!isNewerState(item, shownState(message))) return message
  const { state, errorCode, reason, revision } = item
  const result: Shown = { ...message, state, errorCode, reason, stateRevision: revision }
  return result
}
