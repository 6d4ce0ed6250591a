import type { SendOutcome } from '../carrier.ts'
import { outcomeOfError } from '../connection.ts'

/** Twilio's own words for "too much at once": 20429 too many requests, 21611 the sender's queue is full, 30001 overflow. */
const BUSY = new Set([20429, 21611, 30001])
/** The account or its token is wrong, suspended or closed: no text is at fault, all of them wait. */
const ACCOUNT = new Set([20003, 20005, 20006, 20404])

/**
 * Reads an SDK error (https://www.twilio.com/docs/api/errors). Documented refusals are 4xx with a code and are about this
 * text; what is about the account or the sender's pace was not accepted; everything else may have been.
 */
export function outcomeOfTwilio(error: unknown): SendOutcome {
  const known = error as { status?: number; code?: number | string; retryAfterMs?: number | null }
  if (typeof known.status !== 'number') return outcomeOfError(error)
  const code = Number(known.code)
  if (known.status === 429 || (known.status < 500 && BUSY.has(code)))
    return { kind: 'not_accepted', why: 'busy', retryAfterMs: known.retryAfterMs ?? null }
  if (known.status === 401 || known.status === 403 || (known.status < 500 && ACCOUNT.has(code)))
    return { kind: 'not_accepted', why: 'account', retryAfterMs: null }
  if (known.status >= 400 && known.status < 500 && known.code) return { kind: 'refused', code: String(known.code) }
  return { kind: 'unknown', why: `answer ${known.status}` }
}
