import { MESSAGE_EVENTS, nextState, MESSAGE_STATES, type MessageState } from '@crewline/contract/message-states'

/** A change of a message's state, as the database recorded it. */
export interface StateChange {
  id: string
  was: MessageState
  now: MessageState
}

/** Every step that some event of the state machine allows. */
const ALLOWED: ReadonlySet<string> = new Set(
  MESSAGE_STATES.flatMap((was) => MESSAGE_EVENTS.map((event) => `${was}>${nextState(was, event)}`)),
)

/** Finds changes of state that no event of the state machine allows. */
export function findForbidden(history: readonly StateChange[]): string[] {
  return history
    .filter(({ was, now }) => was !== now && !ALLOWED.has(`${was}>${now}`))
    .map(({ id, was, now }) => `${id} ${was} > ${now}`)
}
