/** Sends the conversation a member is viewing; null for none. */
export type SendPresence = (event: { contactId: string | null }) => void

let send: SendPresence = () => {}

/** Sets the connection for later presence events. */
export function setPresenceSender(next: SendPresence): void {
  send = next
}

/** Notifies teammates which conversation the member is viewing; dropped without a connection, and repeated soon. */
export const sendPresence: SendPresence = (event) => send(event)
