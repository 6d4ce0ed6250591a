import type { SendOutcome } from '../carrier.ts'

/** 10011 too many requests, 40318 the queue is full. */
const BUSY = new Set(['10011', '40318'])
/**
 * The account may not send now, or its number is not there yet: 10009 and 10010 a wrong key or one without permission,
 * 40320 a number whose purchase is pending, 40333 the spend limit of the profile. No single message is at fault, so all
 * of them wait.
 */
const ACCOUNT = new Set(['10009', '10010', '40320', '40333'])
/** 10007 and 10008, unexpected error and timeout, say nothing about the message. */
const UNCLEAR = new Set(['10007', '10008'])
/** Answers that refuse a message. */
const REFUSALS = new Set([400, 403, 404, 422])

/**
 * Classifies a refused submission (https://developers.telnyx.com/docs/messaging/messages/error-codes): a 4xx with a code
 * was provably not accepted. After any other answer the message may have been accepted.
 */
export function outcomeOfRefusal(
  { status, code }: { status: number; code: string | undefined },
  retryAfterMs: number | null,
): SendOutcome {
  const isAnswered = status >= 400 && status < 500 && !(code !== undefined && UNCLEAR.has(code))
  if (!isAnswered) return { kind: 'unknown', why: `answer ${status}` }
  // Above the limit of spending the status is 429 too.
  if (code !== undefined && isAboutAccount(code)) return { kind: 'not_accepted', why: 'account', retryAfterMs }
  if (status === 429 || (code !== undefined && BUSY.has(code)))
    return { kind: 'not_accepted', why: 'busy', retryAfterMs }
  if (status === 401 || status === 402 || (status === 403 && code === undefined))
    return { kind: 'not_accepted', why: 'account', retryAfterMs: null }
  if (code !== undefined && REFUSALS.has(status)) return { kind: 'refused', code }
  return { kind: 'unknown', why: `answer ${status}` }
}

/** Telnyx numbers the errors of an account 20xxx, such as one that is blocked or has no funds. */
export function isAboutAccount(code: string): boolean {
  return ACCOUNT.has(code) || /^20\d{3}$/.test(code)
}
