import { OUTBOX_WAIT_MS } from '@crewline/contract/limits'
import type { MediaItem } from '@crewline/contract/messages'
import type { Refusal } from '../../shared/api/send.ts'

/** What may go along with the words of a text; stored texts of older versions have none of it. */
export interface TextExtras {
  resendOf?: string
  mediaIds?: string[]
  /** The files as the bubble shows them until the server has the text. */
  media?: MediaItem[]
  /** The words with their fields filled, as the bubble shows them until the server has the text. */
  shown?: string
  scheduledAt?: string
  timeZone?: string
  cancelIfReply?: boolean
  undoSeconds?: 0 | 5 | 10
  quietOverride?: { reason: string }
  translation?: { text: string; to: string }
  seenMessageId?: string
}

/** A text the server has not confirmed. `waiting` is for the network, `checking` asks again with the same key, `failed` needs a person. */
export interface PendingText extends TextExtras {
  clientMessageId: string
  contactId: string
  body: string
  at: string
  state: 'sending' | 'checking' | 'waiting' | 'failed'
  tries: number
  refusal?: { code: string; message: string } | undefined
}

const mostTries = 3
const firstPauseMs = 1000

/** Whether a stored value is a text of ours. */
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
    Array.isArray(value) && value.every((one) => isShape(one) && isText(one['id']) && isText(one['kind'])),
  shown: isText,
  scheduledAt: isText,
  timeZone: isText,
  cancelIfReply: (value) => typeof value === 'boolean',
  undoSeconds: (value) => value === 0 || value === 5 || value === 10,
  quietOverride: (value) => isShape(value) && isText(value['reason']),
  translation: (value) => isShape(value) && isText(value['text']) && isText(value['to']),
  seenMessageId: isText,
}

/** A stored text without the parts that are not what they should be: the words are never lost for a broken part. */
export function withSoundExtras(text: PendingText): PendingText {
  const whole: Record<string, unknown> = { ...text }
  for (const [field, isSound] of Object.entries(sound)) {
    if (whole[field] !== undefined && !isSound(whole[field])) delete whole[field]
  }
  return whole as unknown as PendingText
}

/** What the server is told beside the words; what only the bubble shows stays here. */
export function saidExtras(text: PendingText): Omit<TextExtras, 'media' | 'shown'> {
  const said: Record<string, unknown> = {}
  for (const field of Object.keys(sound) as (keyof TextExtras)[]) {
    if (field !== 'media' && field !== 'shown' && text[field] !== undefined) said[field] = text[field]
  }
  return said
}

/** Refusals that a person answers in the composer, where the words go back to. */
const forComposer = new Set([
  'answered_meanwhile',
  'merge_missing',
  'quiet_now',
  'too_soon',
  'too_late',
  'file_unknown',
])

/** Whether a refused text belongs back into the composer, because only its writer can say how it goes on. */
export function isForComposer({ state, refusal }: PendingText): boolean {
  return state === 'failed' && refusal !== undefined && forComposer.has(refusal.code)
}

/** The code of a text that stayed because it had waited too long; only this device says it. */
export const WAITED_TOO_LONG = 'waited_too_long'

/** Whether a text is too old to go without a person's word; one for a time ahead is not. */
export function isTooOld({ at, scheduledAt }: PendingText, now: Date): boolean {
  if (scheduledAt !== undefined && Date.parse(scheduledAt) > now.getTime()) return false
  return now.getTime() - Date.parse(at) > OUTBOX_WAIT_MS
}

/** No answer, too busy, or not ready: the same key may be asked again without sending twice. */
function mayAskAgain(status: number): boolean {
  return status === 0 || status === 429 || status === 502 || status === 503
}

/** What follows from a refusal: another try with the same key after a pause (three at most), waiting for the network, or a person. */
export function nextStep(
  text: PendingText,
  refusal: Refusal,
  isOnline: boolean,
): { text: Partial<PendingText>; againInMs?: number } {
  if (mayAskAgain(refusal.status)) {
    if (!isOnline) return { text: { state: 'waiting' } }
    if (text.tries < mostTries)
      return { text: { state: 'checking', tries: text.tries + 1 }, againInMs: firstPauseMs * 2 ** text.tries }
  }
  return {
    text: {
      state: 'failed',
      // Without an answer there are no words but the browser's.
      refusal: {
        code: refusal.code,
        message: refusal.status === 0 ? '' : (refusal.notification?.message ?? refusal.message),
      },
    },
  }
}
