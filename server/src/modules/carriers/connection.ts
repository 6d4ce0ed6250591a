import { Agent, request, type Dispatcher } from 'undici'
import type { SendOutcome } from './carrier.ts'

/** Connections to one carrier for handing over messages. Files, look-ups and checks cannot occupy them. */
export const SUBMIT_CONNECTIONS = 64

/** Connection pool for handing over messages: no pipelining, no retries, no redirects. */
export const submitPool = makeCarrierPool(SUBMIT_CONNECTIONS)
/** Connection pool for every other request to carriers. */
export const carrierPool = makeCarrierPool(32)

/** Makes a pool with this many connections per carrier. */
export function makeCarrierPool(connections: number): Agent {
  return new Agent({ connections, pipelining: 1, connect: { timeout: 5_000 }, keepAliveTimeout: 10_000 })
}

type CarrierCall = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'> & {
  pool: Agent
  /** How long the carrier may take, in ms, from the first byte that is written. */
  timeoutMs: number
}

/** A request waits at most this long for a connection, in ms. Then it is never written. */
const CONNECTION_WAIT_MS = 10_000
const NOT_WRITTEN_IN_TIME = 'NOT_WRITTEN_IN_TIME'

/**
 * Sends a request to a carrier. The clock of its timeout starts when it is written, not while it waits for a
 * connection. A request that waits too long fails as one that was not written, and never will be.
 */
export async function callCarrier(
  url: string | URL,
  { pool, timeoutMs, waitMs = CONNECTION_WAIT_MS, ...options }: CarrierCall & { waitMs?: number },
): Promise<Dispatcher.ResponseData> {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  started.set(abort.signal, () => {
    clearTimeout(timer)
    const late = () => abort.abort(new DOMException('the carrier did not answer in time', 'TimeoutError'))
    timer = setTimeout(late, timeoutMs).unref()
  })
  const refused = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const reason = Object.assign(new Error('no connection was free in time'), { code: NOT_WRITTEN_IN_TIME })
      abort.abort(reason)
      reject(reason)
    }, waitMs).unref()
  })
  const answer = request(url, {
    ...options,
    dispatcher: starting(pool),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    signal: abort.signal,
  })
  try {
    const response = await Promise.race([answer, refused])
    // A timer that stays keeps everything about a call for seconds, and there are thousands of calls in each.
    response.body.once('close', () => clearTimeout(timer))
    return response
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

/** What to do when the request with this signal gets a connection. */
const started = new WeakMap<object, () => void>()
const startingPools = new WeakMap<Agent, Dispatcher>()

/** Returns a pool that also says when a request gets a connection, in the same turn in which it is written. */
function starting(pool: Agent): Dispatcher {
  const made =
    startingPools.get(pool) ??
    pool.compose((dispatch) => (options, handler) => {
      const { signal } = options as { signal?: unknown }
      return dispatch(options, new StartingHandler(handler, signal))
    })
  startingPools.set(pool, made)
  return made
}

class StartingHandler implements Dispatcher.DispatchHandler {
  private readonly handler: Dispatcher.DispatchHandler
  private readonly signal: unknown

  constructor(handler: Dispatcher.DispatchHandler, signal: unknown) {
    this.handler = handler
    this.signal = signal
  }

  onRequestStart(...call: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>): void {
    if (typeof this.signal === 'object' && this.signal !== null) started.get(this.signal)?.()
    this.handler.onRequestStart?.(...call)
  }

  onRequestUpgrade(...call: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestUpgrade']>>): void {
    this.handler.onRequestUpgrade?.(...call)
  }

  onResponseStart(...call: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    this.handler.onResponseStart?.(...call)
  }

  onResponseData(...call: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseData']>>): void {
    this.handler.onResponseData?.(...call)
  }

  onResponseEnd(...call: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>): void {
    this.handler.onResponseEnd?.(...call)
  }

  onResponseError(...call: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseError']>>): void {
    this.handler.onResponseError?.(...call)
  }
}

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
  NOT_WRITTEN_IN_TIME,
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
