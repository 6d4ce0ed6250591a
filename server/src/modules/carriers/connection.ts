import { Agent } from 'undici'
import type { SendOutcome } from './carrier.ts'

/** One pool of connections for every call to carriers: no pipelining, no retries, no redirects. */
export const carrierPool = new Agent({
  connections: 64,
  pipelining: 1,
  connect: { timeout: 5_000 },
  keepAliveTimeout: 10_000,
})

/** Errors that prove that not one byte of the request was written. */
const NOT_WRITTEN = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
])

/** What a broken call proves: nothing written means not accepted; everything else may have been accepted. */
export function outcomeOfError(error: unknown): SendOutcome {
  const known = error as { code?: string | number; name?: string; cause?: { code?: string } }
  // A time-out's code is a number.
  const code = String(known.code ?? known.cause?.code ?? known.name ?? 'error')
  return NOT_WRITTEN.has(code)
    ? { kind: 'not_accepted', why: 'unreachable', retryAfterMs: null }
    : { kind: 'unknown', why: code }
}

/** Reads Retry-After, which is seconds or a date, as milliseconds from `now`; null when absent or odd. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = Array.isArray(header) ? header[0] : header
  if (!text) return null
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, 3_600_000) : null
}
