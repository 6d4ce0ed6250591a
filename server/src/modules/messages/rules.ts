import type { ContactHead } from '@crewline/contract/contacts'
import { ATTEMPTS_MAX, PREVIEW_MAX } from '@crewline/contract/limits'
import type { MessageKind, MessageState } from '@crewline/contract/messages'

/** The first words of a message on one line, for lists. */
export function previewOf(body: string): string {
  const line = body.replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= PREVIEW_MAX ? line : `${characters.slice(0, PREVIEW_MAX - 1).join('')}…`
}

/** Control characters other than line breaks and tabs mean nothing on a phone. */
export function withoutControls(body: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly these are removed
  return body.replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}

/** The refusal a person gets who texts somebody that cannot get texts; null when they can. */
export function refusalFor(reach: ContactHead['reach']) {
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

/** A queued message as the sender takes it up; its content was frozen when it was queued. */
export interface Waiting {
  id: string
  contactId: string
  from: string
  to: string
  body: string
  kind: string
  /** The number of the attempt about to be made, from 1. */
  attempt: number
  expiresAt: Date | null
}

/** What is decided about a message at the point of no return. */
export type Decision = 'submitting' | 'suppressed' | 'expired' | 'quarantined'

/** The answer to STOP itself is the one text a person gets after opting out (47 CFR 64.1200(a)(12)). */
export function decide(message: Waiting, optedOut: boolean, now: Date): Decision {
  if (optedOut && message.kind !== 'auto_reply') return 'suppressed'
  if (message.expiresAt && message.expiresAt <= now) return 'expired'
  if (message.attempt > ATTEMPTS_MAX) return 'quarantined'
  return 'submitting'
}

/** The code that explains a decision to people; null where nothing is wrong. */
export function codeOf(decision: Decision): string | null {
  if (decision === 'submitting') return null
  return decision === 'suppressed' ? 'opted_out' : decision
}

/** How one hand-off ended. `queued` means provably not taken: the attempt does not count. */
export interface Outcome {
  id: string
  attempt: number
  state: Extract<MessageState, 'submitted' | 'failed' | 'queued' | 'unknown'>
  carrierId: string | null
  errorCode: string | null
}

/** News of a message from its carrier. */
export interface Receipt {
  /** What makes this news the same when it is told again. */
  eventKey: string
  lineId: string
  messageId: string
  carrierId: string
  state: Extract<MessageState, 'submitted' | 'sent' | 'delivered' | 'undelivered' | 'failed'>
  errorCode: string | null
}

/** Which waiting texts go first on a line. */
export const LANE = { answer: 0, reply: 1, broadcast: 2 } as const

/** A message to be sent; its content is frozen here and the same on every attempt. */
export interface Draft {
  id: string
  contactId: string
  lineId: string
  from: string
  to: string
  body: string
  kind: MessageKind
  senderId: string | null
  clientMessageId?: string
  resendOf?: string
  /** After this moment it is not sent any more. */
  expiresAt?: Date
}
