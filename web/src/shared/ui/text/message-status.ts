import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

/** The states of a message, as named in the contract. */
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

export type DisplayStatus = 'sending' | 'queued' | 'sent' | 'delivered' | 'notDelivered' | 'scheduled' | 'cancelled'

const displayStatuses: Record<MessageState, DisplayStatus> = {
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

const labels: Record<DisplayStatus, MessageDescriptor> = {
  sending: msg`Sending`,
  queued: msg`Queued`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  notDelivered: msg`Not delivered`,
  scheduled: msg`Scheduled`,
  cancelled: msg`Canceled`,
}

const reasons: Partial<Record<MessageState, MessageDescriptor>> = {
  unknown: msg`We're checking with the carrier. It won't be sent twice.`,
  suppressed: msg`This contact opted out, so we didn't send it.`,
  expired: msg`It expired before it could be sent.`,
  quarantined: msg`We stopped this because we couldn't confirm whether it was sent. Check it before you send it again.`,
}

/** Returns which of the seven status labels a state has; two states may share a label. */
export function displayStatusOf(state: MessageState): DisplayStatus {
  return displayStatuses[state]
}

/** Returns the label of a status, to be translated. */
export function statusLabel(status: DisplayStatus): MessageDescriptor {
  return labels[status]
}

/**
 * Returns the default reason of a state that needs one, to be translated; the carrier's own reason takes precedence.
 */
export function statusReason(state: MessageState): MessageDescriptor | undefined {
  return reasons[state]
}
