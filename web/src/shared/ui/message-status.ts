import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

/** The states a text passes through, as the contract names them. */
export type MessageState =
  | 'held'
  | 'scheduled'
  | 'queued'
  | 'claimed'
  | 'submitting'
  | 'unknown'
  | 'submitted'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed'
  | 'cancelled'
  | 'suppressed'
  | 'expired'
  | 'quarantined'

export type StatusWord = 'sending' | 'queued' | 'sent' | 'delivered' | 'notDelivered' | 'scheduled' | 'cancelled'

const words: Record<MessageState, StatusWord> = {
  held: 'sending',
  scheduled: 'scheduled',
  queued: 'queued',
  claimed: 'queued',
  submitting: 'sending',
  unknown: 'sending',
  submitted: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'notDelivered',
  failed: 'notDelivered',
  cancelled: 'cancelled',
  suppressed: 'notDelivered',
  expired: 'notDelivered',
  quarantined: 'notDelivered',
}

const labels: Record<StatusWord, MessageDescriptor> = {
  sending: msg`Sending`,
  queued: msg`Queued`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  notDelivered: msg`Not delivered`,
  scheduled: msg`Scheduled`,
  cancelled: msg`Cancelled`,
}

const reasons: Partial<Record<MessageState, MessageDescriptor>> = {
  unknown: msg`We are asking the carrier what became of it. It is never sent twice.`,
  suppressed: msg`This person opted out, so we did not send it.`,
  expired: msg`The time to send it ran out.`,
  quarantined: msg`We stopped it because we could not tell whether it was sent. Look at it before you send again.`,
}

/** Which of the seven words people see for a state; two states may share a word. */
export function statusWord(state: MessageState): StatusWord {
  return words[state]
}

/** The word of a status, to be translated. */
export function statusLabel(word: StatusWord): MessageDescriptor {
  return labels[word]
}

/** The standing reason of a state that needs one, to be translated; the carrier's own reason goes first. */
export function statusReason(state: MessageState): MessageDescriptor | undefined {
  return reasons[state]
}
