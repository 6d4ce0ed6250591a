import { Agent } from 'undici'
import type { SendOutcome } from './carrier.ts'

/** Connection pool for every request to carriers: no pipelining, no retries, no redirects. */
export const carrierPool = new Agent({
  connections: 64,
  pipelining: 1,
  connect: { timeout: 5_000 },
  keepAliveTimeout: 10_000,
})

/** Error codes which prove that no byte of the request was written. */
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

/** Classifies a failed request: if nothing was written it was not accepted; otherwise it may have been. */
export function outcomeOfError(error: unknown): SendOutcome {
  const details = error as { code?: string | number; name?: string; cause?: { code?: string } }
  // A timeout's code is a number.
  const code = String(details.code ?? details.cause?.code ?? details.name ?? 'error')
  return NOT_WRITTEN.has(code)
    ? { kind: 'not_accepted', why: 'unreachable', retryAfterMs: null }
    : { kind: 'unknown', why: code }
}

/** Parses Retry-After (seconds or a date) into milliseconds from `now`. Returns null when absent or invalid. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = Array.isArray(header) ? header[0] : header
  if (!text) return null
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, 3_600_000) : null
}
