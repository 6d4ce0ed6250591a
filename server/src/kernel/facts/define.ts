/** Something that happened, by name, with ids as its payload. Facts are past tense and never change. */
export interface FactKind<Payload extends object = object> {
  name: string
  /** Only carries the payload's type. */
  payload?: Payload
}

/** One fact as a follower reads it. */
export interface Fact {
  orgId: string
  name: string
  payload: object
  /** Its place in the log, for cursors. */
  place: string
}

/** Names a kind of fact, such as `message.received`. */
export function defineFact<Payload extends object>(name: string): FactKind<Payload> {
  return { name }
}
