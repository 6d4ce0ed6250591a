/** What is told about the conversation a member looks at; null for none. */
export type TellPresence = (event: { contactId: string | null }) => void

let tell: TellPresence = () => {}

/** Sends what is told from now on over this connection. */
export function tellPresenceOver(next: TellPresence): void {
  tell = next
}

/** Tells teammates which conversation one looks at; lost without a connection, and said again soon. */
export const tellPresence: TellPresence = (event) => tell(event)
