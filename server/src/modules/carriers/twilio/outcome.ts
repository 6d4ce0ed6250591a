import type { SendOutcome } from '../carrier.ts'
import { outcomeOfError } from '../connection.ts'

/** Twilio error codes for overload: 20429 too many requests, 21611 the sender's queue is full, 30001 overflow. */
const BUSY = new Set([20429, 21611, 30001])
/** The account or its token is wrong, suspended or closed. No single message is at fault, so all of them wait. */
const ACCOUNT = new Set([10001, 10002, 20003, 20005, 20006, 20008, 20404, 30002, 30037])

/**
 * Classifies an SDK error (https://www.twilio.com/docs/api/errors). Documented refusals are 4xx with a code and concern
 * this message. Account and rate limit errors mean not accepted; after any other error the message may have been
 * accepted.
 */
export function outcomeOfTwilio(error: unknown): SendOutcome {
  const details = error as { status?: number; code?: number | string; retryAfterMs?: number | null }
  if (typeof details.status !== 'number') return outcomeOfError(error)
  const code = Number(details.code)
  if (details.status === 429 || (details.status < 500 && BUSY.has(code)))
    return { kind: 'not_accepted', why: 'busy', retryAfterMs: details.retryAfterMs ?? null }
  // A refusal of one text may be answered with 403 too, such as that of a country that the account may not text.
  const isForbidden = details.status === 403 && !isAboutMessage(code)
  if (details.status === 401 || isForbidden || (details.status < 500 && ACCOUNT.has(code)))
    return { kind: 'not_accepted', why: 'account', retryAfterMs: null }
  if (details.status >= 400 && details.status < 500 && details.code)
    return { kind: 'refused', code: String(details.code) }
  return { kind: 'unknown', why: `answer ${details.status}` }
}

/** Twilio numbers the refusals of the Messages resource 21xxx. */
function isAboutMessage(code: number): boolean {
  return code >= 21_000 && code < 22_000
}
