import { OUTBOX_WAIT_MS } from '@crewline/contract/limits'
import type { MediaItem } from '@crewline/contract/messages'
import type { Refusal } from '../../../shared/api/send.ts'

/** Optional parts of a message; messages stored by older versions have none. */
export interface TextExtras {
  resendOf?: string
  mediaIds?: string[]
  /** The files, shown until the server has the message. */
  media?: MediaItem[]
  /** The text with merge fields filled in, shown until the server has the message. */
  shown?: string
  scheduledAt?: string
  timeZone?: string
  cancelIfReply?: boolean
  undoSeconds?: 0 | 5 | 10
  quietOverride?: { reason: string; replyCanWait?: boolean }
  translation?: { text: string; to: string }
  seenMessageId?: string
  /** The language to translate the text into before it is sent; it was written offline. */
  translateTo?: string
}

/**
 * A message that the server has not confirmed. `waiting` waits for the network, `checking` retries with the same key,
 * `failed` needs an action of the user.
 */
export interface PendingText extends TextExtras {
  clientMessageId: string
  contactId: string
  body: string
  at: string
  state: 'sending' | 'checking' | 'waiting' | 'failed'
  tries: number
  refusal?: { code: string; message: string } | undefined
}

const maxTries = 3
const firstPauseMs = 1000

/** Returns whether a stored value is a pending message. */
export function isPending(value: unknown): value is PendingText {
  const text = value as Partial<PendingText> | null
  return (
    typeof text?.clientMessageId === 'string' &&
    typeof text.contactId === 'string' &&
    typeof text.body === 'string' &&
    typeof text.at === 'string'
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isShape = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const sound: { [K in keyof TextExtras]-?: (value: unknown) => boolean } = {
  resendOf: isText,
  mediaIds: (value) => Array.isArray(value) && value.every(isText),
  media: (value) =>
    Array.isArray(value) && value.every((item) => isShape(item) && isText(item['id']) && isText(item['kind'])),
  shown: isText,
  scheduledAt: isText,
  timeZone: isText,
  cancelIfReply: (value) => typeof value === 'boolean',
  undoSeconds: (value) => value === 0 || value === 5 || value === 10,
  quietOverride: (value) => isShape(value) && isText(value['reason']),
  translation: (value) => isShape(value) && isText(value['text']) && isText(value['to']),
  seenMessageId: isText,
  translateTo: isText,
}

/** Returns a stored message without its invalid extras: the text must not be lost because of an invalid extra. */
export function withSoundExtras(text: PendingText): PendingText {
  const result: Record<string, unknown> = { ...text }
  for (const [field, isSound] of Object.entries(sound)) {
    if (result[field] !== undefined && !isSound(result[field])) delete result[field]
  }
  return result as unknown as PendingText
}

/** Returns the extras to send to the server, without those only for display. */
export function extrasToSend(text: PendingText): Omit<TextExtras, 'media' | 'shown' | 'translateTo'> {
  const extras: Record<string, unknown> = {}
  for (const field of Object.keys(sound) as (keyof TextExtras)[]) {
    if (field !== 'media' && field !== 'shown' && field !== 'translateTo' && text[field] !== undefined)
      extras[field] = text[field]
  }
  return extras
}

/** Refusals that the author resolves in the composer, where the text is restored. */
const forComposer = new Set([
  'answered_meanwhile',
  'merge_missing',
  'quiet_now',
  'off_shift_now',
  'too_soon',
  'too_late',
  'file_unknown',
  'not_translated',
])

/** Returns whether a refused message goes back to the composer, because only its author can resolve the refusal. */
export function isForComposer({ state, refusal }: PendingText): boolean {
  return state === 'failed' && refusal !== undefined && forComposer.has(refusal.code)
}

/** The code of a message that waited too long to be sent automatically; set only on this device. */
export const WAITED_TOO_LONG = 'waited_too_long'

/** Returns whether a message is too old to be sent without confirmation; never for one with a future send time. */
export function isTooOld({ at, scheduledAt }: PendingText, now: Date): boolean {
  if (scheduledAt !== undefined && Date.parse(scheduledAt) > now.getTime()) return false
  return now.getTime() - Date.parse(at) > OUTBOX_WAIT_MS
}

/** Returns whether a retry with the same key is safe: no response, rate limited, or unavailable. */
function canRetry(status: number): boolean {
  return status === 0 || status === 429 || status === 502 || status === 503
}

/**
 * Returns the next step after a refusal: a retry with the same key after a pause (three at most), waiting for the
 * network, or failure.
 */
export function nextStep(
  text: PendingText,
  refusal: Refusal,
  isOnline: boolean,
): { text: Partial<PendingText>; retryInMs?: number } {
  if (canRetry(refusal.status)) {
    if (!isOnline) return { text: { state: 'waiting' } }
    if (text.tries < maxTries)
      return { text: { state: 'checking', tries: text.tries + 1 }, retryInMs: firstPauseMs * 2 ** text.tries }
  }
  return {
    text: {
      state: 'failed',
      // Without a response there is only the error text of the browser.
      refusal: {
        code: refusal.code,
        message: refusal.status === 0 ? '' : (refusal.notification?.message ?? refusal.message),
      },
    },
  }
}
