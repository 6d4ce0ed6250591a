import type { ContactSummary } from '@crewline/contract/contacts'
import { ATTEMPTS_MAX, SCHEDULE_GRACE_MS } from '@crewline/contract/limits'
import type { MessageState, ReceiptState } from '@crewline/contract/message-states'
import type { HoldReason, MessageKind, Translation } from '@crewline/contract/messages'
import type { StoredFile } from '../files/index.ts'

/** Returns the error code for messaging a contact who cannot receive messages, or null when they can. */
export function refusalFor(reach: ContactSummary['reach']) {
  switch (reach) {
    case 'can_text':
      return null
    case 'opted_out':
      return 'recipient_opted_out'
    case 'no_mobile':
      return 'recipient_no_mobile'
    case 'landline':
      return 'recipient_landline'
    case 'not_in_use':
      return 'recipient_not_in_use'
  }
}

/** A queued message as the sender reads it. Its content was frozen when it was queued. */
export interface Waiting {
  id: string
  contactId: string
  from: string
  to: string
  body: string
  kind: MessageKind
  /** Whether it answers STOP or HELP. */
  isConsentAnswer: boolean
  /** The number of the attempt about to be made, from 1. */
  attempt: number
  /** How many earlier attempts ended in a definite failure and were retried. */
  retries: number
  expiresAt: Date | null
  lineId: string
  /** Until when and why it waited; null for a message that never waited. */
  waited: { dueAt: Date; reason: HoldReason } | null
  /** When it was written, which is when it was queued unless it waited. */
  queuedAt: Date
  /** Whether it is sent with a reason although its contact rests. */
  quietOverride: boolean
  media: StoredFile[] | null
  /** Whether its files are sent as a link in the body. */
  mediaAsLink: boolean
  /** The batch it was sent with; null for a message of its own. */
  batchId: string | null
  /** The batch it is paused and stopped with, if any. */
  heldBy: string | null
}

/** The decision about a message at the point of no return. */
export interface Decision {
  state: Extract<MessageState, 'submitting' | 'suppressed' | 'expired' | 'quarantined'>
  /** Explains the state to people; null when nothing is wrong. */
  errorCode: string | null
}

/** Why a message that waited cannot be sent, judged by the current contact. */
export type Obstacle =
  | 'contact_archived'
  | 'blocked'
  | 'terminated'
  | 'no_mobile'
  | 'landline'
  | 'not_in_use'
  | 'number_changed'

/**
 * Decides what happens to a message that is due. The answers to STOP, and to a HELP sent afterward, are the only
 * messages a contact receives after opting out (47 CFR 64.1200(a)(12)); other automatic answers that were waiting are
 * suppressed.
 */
export function decide(
  message: Waiting,
  { optedOut, obstacle }: { optedOut: boolean; obstacle: Obstacle | null },
  now: Date,
): Decision {
  if (optedOut && !message.isConsentAnswer) return { state: 'suppressed', errorCode: 'opted_out' }
  if (obstacle) return { state: 'suppressed', errorCode: obstacle }
  if (message.expiresAt && message.expiresAt <= now) return { state: 'expired', errorCode: 'expired' }
  if (isMissed(message.waited, now)) return { state: 'expired', errorCode: 'missed' }
  if (message.attempt - message.retries > ATTEMPTS_MAX) return { state: 'quarantined', errorCode: 'quarantined' }
  return { state: 'submitting', errorCode: null }
}

/** A message for a moment long past is wrong to send. A retry after a failure has no such moment. */
function isMissed(waited: Waiting['waited'], now: Date): boolean {
  if (!waited || waited.reason === 'retry' || waited.reason === 'carrier_cap') return false
  return now.getTime() - waited.dueAt.getTime() > SCHEDULE_GRACE_MS
}

/** How one hand-off ended. `queued` means the carrier provably did not take it, so the attempt does not count. */
export interface Outcome {
  id: string
  attempt: number
  state: Extract<MessageState, 'submitted' | 'failed' | 'queued' | 'unknown'>
  carrierId: string | null
  errorCode: string | null
}

/** A delivery receipt from the carrier. */
export interface Receipt {
  /** Identical when the carrier repeats the receipt. */
  eventKey: string
  lineId: string
  messageId: string
  carrierId: string
  state: ReceiptState
  errorCode: string | null
}

/** Which waiting messages of a line go first. */
export const LANE = { answer: 0, reply: 1, broadcast: 2 } as const

/** Returns the lane of a message that goes out at a later time. */
export function laneOf({ kind }: { kind: string }): number {
  return kind === 'broadcast' ? LANE.broadcast : LANE.reply
}

/** A message to be sent; its content is frozen here and the same on every attempt. */
export interface Draft {
  id: string
  contactId: string
  lineId: string
  from: string
  to: string
  body: string
  kind: MessageKind
  /** Whether it answers STOP or HELP; such messages are also sent to contacts who opted out. */
  isConsentAnswer?: boolean
  senderId: string | null
  clientMessageId?: string
  resendOf?: string
  /** After this moment it is no longer sent. */
  expiresAt?: Date
  media?: StoredFile[]
  /** The text as the member wrote it, when `body` is its translation. */
  translation?: Translation
  /** Present when the message is not sent at once. */
  wait?: Wait
  /** Whether a member gave a reason to send it during the contact's night. */
  quietOverride?: boolean
  /** The batch it is sent with, which is also the batch it is paused and stopped with unless `heldBy` names another. */
  batchId?: string
  heldBy?: string
}

/** Until when and why a message waits. */
export interface Wait {
  /**
   * `held` messages count as sent and appear in the conversation summary; `scheduled` ones do so only when they are
   * sent.
   */
  state: 'held' | 'scheduled'
  dueAt: Date
  reason: HoldReason
  /** The time that a member chose, when the message waits longer. */
  wantedAt?: Date
  /** The zone in which a member chose the time. */
  zone: string | null
  cancelIfReply: boolean
}
