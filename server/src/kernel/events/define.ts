/** A kind of domain event: a name in the past tense with ids as its payload. Events never change. */
export interface EventType<Payload extends object = object> {
  name: string
  /** Carries only the payload's type. */
  payload?: Payload
}

/** One event as a follower reads it. */
export interface DomainEvent {
  orgId: string
  name: string
  payload: object
  /** Its position in the log, for cursors. */
  position: string
}

/** Defines a kind of event, such as `message.received`. */
export function defineEvent<Payload extends object>(name: string): EventType<Payload> {
  return { name }
}
