import { TYPING_THROTTLE_MS } from '@crewline/contract/limits'

/** What is told about a member who writes. */
export type TellTyping = (event: { contactId: string; isTyping: boolean }) => void

let tell: TellTyping = () => {}
let toldAt = -Infinity
let toldFor = ''

/** Sends what is told from now on over this connection. */
export function tellTypingOver(next: TellTyping): void {
  tell = next
  stoppedWriting()
}

/** A key was pressed in the words to a contact: teammates hear of it at most every 3 s. */
export function writingTo(contactId: string, now = Date.now()): void {
  if (toldFor === contactId && now - toldAt < TYPING_THROTTLE_MS) return
  if (toldFor !== contactId) stoppedWriting()
  toldFor = contactId
  toldAt = now
  tell({ contactId, isTyping: true })
}

/** The words were sent or left: teammates hear of it if they heard of the writing. */
export function stoppedWriting(): void {
  if (toldFor === '') return
  tell({ contactId: toldFor, isTyping: false })
  toldFor = ''
  toldAt = -Infinity
}
