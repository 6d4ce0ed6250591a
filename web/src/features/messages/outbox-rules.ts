import type { Refusal } from '../../shared/api/send.ts'

/** A text the server has not confirmed. `waiting` is for the network, `checking` asks again with the same key, `failed` needs a person. */
export interface PendingText {
  clientMessageId: string
  contactId: string
  body: string
  at: string
  state: 'sending' | 'checking' | 'waiting' | 'failed'
  tries: number
  resendOf?: string
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
      refusal: { code: refusal.code, message: refusal.notification?.message ?? refusal.message },
    },
  }
}
