import type { ContactHead } from '@crewline/contract/contacts'
import { ATTEMPTS_MAX, PREVIEW_MAX, SCHEDULE_GRACE_MS } from '@crewline/contract/limits'
import type { HoldReason, MessageKind, MessageState, Translation } from '@crewline/contract/messages'
import type { StoredFile } from '../files/index.ts'

/** What a list shows of a file; signs are the same in every language. */
const SIGNS: Record<string, string> = { image: '📷', video: '🎬', audio: '🎧', document: '📎' }

/** The first words of a message on one line, for lists; the first file where it has no words. */
export function previewOf(body: string, media?: { kind: string; name: string }[] | null): string {
  const [file] = media ?? []
  const words = body.trim() === '' && file ? `${SIGNS[file.kind] ?? SIGNS['document']} ${file.name}` : body
  const line = words.replace(/\s+/g, ' ').trim()
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
  /** It answers STOP or HELP itself. */
  isConsentAnswer: boolean
  /** The number of the attempt about to be made, from 1. */
  attempt: number
  /** How many of the attempts before ended in a definite failure after which it was put back. */
  retries: number
  expiresAt: Date | null
  lineId: string
  /** Until when and why it waited; null for a text that never did. */
  waited: { dueAt: Date; reason: HoldReason; quietOverride: boolean } | null
  media: StoredFile[] | null
  /** Its files go as a link in the words. */
  mediaAsLink: boolean
}

/** What is decided about a message at the point of no return. */
export interface Decision {
  state: Extract<MessageState, 'submitting' | 'suppressed' | 'expired' | 'quarantined'>
  /** The code that explains it to people; null where nothing is wrong. */
  errorCode: string | null
}

/** What stands in the way of a text that waited, as its contact stands now. */
export type Obstacle =
  | 'contact_archived'
  | 'blocked'
  | 'terminated'
  | 'no_mobile'
  | 'landline'
  | 'not_in_use'
  | 'number_changed'

/**
 * What becomes of a message that is to go now. The answer to STOP, and to a HELP said since, are the only texts a person gets
 * after opting out (47 CFR 64.1200(a)(12)); other automatic answers that waited meanwhile are not.
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

/** A text for a moment that is long over says the wrong thing; another try after a failure has no moment of its own. */
function isMissed(waited: Waiting['waited'], now: Date): boolean {
  if (!waited || waited.reason === 'retry' || waited.reason === 'carrier_cap') return false
  return now.getTime() - waited.dueAt.getTime() > SCHEDULE_GRACE_MS
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
  /** It answers STOP or HELP itself, and goes to who opted out too. */
  isConsentAnswer?: boolean
  senderId: string | null
  clientMessageId?: string
  resendOf?: string
  /** After this moment it is not sent any more. */
  expiresAt?: Date
  media?: StoredFile[]
  /** The words as the teammate wrote them, when `body` is their translation. */
  translation?: Translation
  /** Present when it does not go at once. */
  wait?: Wait
  /** A person said why it may go in the worker's night. */
  quietOverride?: boolean
}

/** Until when and why a text waits. */
export interface Wait {
  /** `held` texts are as good as sent and stand at the head of their conversation; `scheduled` ones do when they go. */
  state: 'held' | 'scheduled'
  dueAt: Date
  reason: HoldReason
  /** The zone in which a person chose the time. */
  zone: string | null
  cancelIfReply: boolean
}
