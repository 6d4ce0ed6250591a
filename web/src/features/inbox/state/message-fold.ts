import type { MessageStatus } from '@crewline/contract/events'
import { FINAL_STATES, isNewerState, mayFollow, type KnownState } from '@crewline/contract/message-states'
import type { Message } from '@crewline/contract/messages'

/** What orders the parts of a message that is shown; processes of a version before revisions send none. */
interface Revisions {
  revision?: number | undefined
  /** Set while its state is from a live event about the state alone, and is newer than the rest. */
  stateRevision?: number | undefined
}

type Shown = Message & Pick<Revisions, 'stateRevision'>

const revisionsOf = ({ revision, stateRevision }: Revisions): Revisions => ({ revision, stateRevision })

/** Returns the state of a message that is shown, with what orders it. */
export function shownState(message: Message): KnownState {
  const { revision, stateRevision } = revisionsOf(message)
  return { state: message.state, revision: stateRevision ?? revision }
}

/**
 * Checks whether a message waits for another try: the failure of the last one and the wait are one change on the server, so the
 * failed state is never shown in between.
 */
function isAnotherTry({ state, holdReason }: Message): boolean {
  return state === 'scheduled' && (holdReason === 'retry' || holdReason === 'carrier_cap')
}

/** Checks whether the state of an update replaces the one that is shown. */
function hasItsState(update: Message, current: Message): boolean {
  const [{ revision }, shown] = [revisionsOf(update), shownState(current)]
  if (revision !== undefined && shown.revision !== undefined) return revision >= shown.revision
  return mayFollow(update.state, shown.state) || (isAnotherTry(update) && !FINAL_STATES.includes(shown.state))
}

/** Applies an update to a message, in whatever order updates arrive: what is shown already and is newer stays. */
export function merged(current: Message, update: Message): Message {
  // Not so where one of them has no revision.
  if (update.revision < current.revision) return current
  const { revision = current.revision } = revisionsOf(update)
  if (hasItsState(update, current)) return { ...update, revision }
  const { state, errorCode, reason } = current
  const result: Shown = { ...update, state, errorCode, reason, revision, stateRevision: shownState(current).revision }
  return result
}

/** Returns a message after an event about its state alone; the same object when it shows a newer one. */
export function afterStatus(message: Message, item: MessageStatus['items'][number]): Message {
  if (!isNewerState(item, shownState(message))) return message
  const { state, errorCode, reason, revision } = item
  const result: Shown = { ...message, state, errorCode, reason, stateRevision: revision }
  return result
}
