import { TYPING_THROTTLE_MS } from '@crewline/contract/limits'

/** Sends that a member is typing or stopped. */
export type SendTyping = (event: { contactId: string; isTyping: boolean }) => void

let send: SendTyping = () => {}
let sentAt = -Infinity
let sentFor = ''

/** Sets the connection for later typing events. */
export function setTypingSender(next: SendTyping): void {
  send = next
  stoppedWriting()
}

/** Handles a key press in the message to a contact: notifies teammates at most every 3 s. */
export function writingTo(contactId: string, now = Date.now()): void {
  if (sentFor === contactId && now - sentAt < TYPING_THROTTLE_MS) return
  if (sentFor !== contactId) stoppedWriting()
  sentFor = contactId
  sentAt = now
  send({ contactId, isTyping: true })
}

/**
 * Handles the end of typing, when the message was sent or left: notifies teammates if they were notified of the start.
 */
export function stoppedWriting(): void {
  if (sentFor === '') return
  send({ contactId: sentFor, isTyping: false })
  sentFor = ''
  sentAt = -Infinity
}
