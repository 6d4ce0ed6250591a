import { lookup as lookUpHost, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, fetch as fetchFrom } from 'undici'
import { isPublicAddress } from './addresses.ts'

/** Why a request did not get a response. */
export type EgressFailure = 'address_refused' | 'unreachable' | 'timeout' | 'certificate'

/** A response of a server outside, or why there is none. */
export type OutsideResponse =
  | { http: number; body: string; retryAfter: string | undefined }
  | { failure: EgressFailure }

/** Sends requests to addresses that customers entered. */
export interface Egress {
  /**
   * Posts a body. The host is resolved once and the connection goes to the address that was checked, so that an answer
   * of the name server that changes in between gains nothing. Redirects are not followed. Takes at most 15 seconds; of
   * the response only the first `RESPONSE_MAX` characters are read.
   */
  post(url: string, headers: Record<string, string>, body: string): Promise<OutsideResponse>
  /**
   * A `fetch` for libraries, with the same rules. It throws an `AddressRefused` for an address that may not be reached; a
   * response of more than 256 KB fails.
   */
  fetch(url: string, options: FetchOptions): Promise<Response>
  close(): Promise<void>
}

/** Characters of a response that are kept. */
export const RESPONSE_MAX = 2_000
/** The largest response that `fetch` returns: keys and metadata of an identity provider are far smaller. */
const FETCH_MAX_BYTES = 256 * 1024
const CONNECT_MS = 5_000
const ANSWER_MS = 10_000

/** What a library may ask of `fetch`. */
export interface FetchOptions {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** The address is not on the public internet, or can never be used. */
export class AddressRefused extends Error {}

type Lookup = typeof lookUpHost

/**
 * Opens connections to the outside. `allowsPrivate` opens the addresses of this machine and its network and plain HTTP,
 * for development; `lookup` replaces the name server in tests.
 */
export function makeEgress({
  allowsPrivate,
  lookup = lookUpHost,
}: {
  allowsPrivate: boolean
  lookup?: Lookup
}): Egress {
  const isAllowed = (address: string) => allowsPrivate || isPublicAddress(address)
  const checkedLookup: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const list: LookupAddress[] = addresses
      // One private address among public ones is reason enough: a connection may try each of them.
      if (list.length === 0 || list.some(({ address }) => !isAllowed(address)))
        return done(new AddressRefused(host), '', 0)
      if (options.all) return done(null, list)
      const [first] = list
      return done(null, first?.address ?? '', first?.family)
    })
  }
  const settings = {
    connections: 5,
    pipelining: 1,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    keepAliveTimeout: 10_000,
    connect: { timeout: CONNECT_MS, lookup: checkedLookup },
  }
  const agent = new Agent(settings)
  const whole = new Agent({ ...settings, maxResponseSize: FETCH_MAX_BYTES })

  return {
    close: async () => {
      await Promise.all([agent.destroy(), whole.destroy()])
    },
    fetch: async (url, { method = 'GET', headers = {}, body }) => {
      if (urlProblemOf(url, { allowsPrivate })) throw new AddressRefused(url)
      const response = await fetchFrom(url, {
        method,
        headers,
        body: body as string | null,
        redirect: 'manual',
        dispatcher: whole,
        signal: AbortSignal.timeout(CONNECT_MS + ANSWER_MS),
      })
      const bytes = await response.arrayBuffer()
      // A response of Node itself: libraries check for it, and the one of this package is another class.
      const { status, headers: received } = response
      return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers: [...received] })
    },
    post: async (url, headers, body) => {
      if (urlProblemOf(url, { allowsPrivate })) return { failure: 'address_refused' }
      const { origin, pathname, search } = new URL(url)
      try {
        const response = await agent.request({
          origin,
          path: pathname + search,
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(CONNECT_MS + ANSWER_MS),
        })
        const retryAfter = response.headers['retry-after']
        return {
          http: response.statusCode,
          body: await readStart(response.body),
          retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        }
      } catch (error) {
        return { failure: failureOf(error) }
      }
    },
  }
}

/** Why an address can never be used, whatever its host resolves to. */
export type UrlProblem = 'not_https' | 'private' | 'port' | 'credentials' | 'not_a_url'

/** Returns why an address can never be used, before its host is resolved. */
export function urlProblemOf(url: string, { allowsPrivate }: { allowsPrivate: boolean }): UrlProblem | undefined {
  if (!URL.canParse(url)) return 'not_a_url'
  const { protocol, hostname, port, username, password } = new URL(url)
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:')) return 'not_https'
  if (username || password) return 'credentials'
  if (allowsPrivate) return undefined
  // Ports below 1024 other than the default belong to other protocols.
  if (port !== '' && Number(port) < 1024) return 'port'
  // Literal addresses are never looked up. URL writes every spelling of an IPv4 address in its usual form.
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return isPublicAddress(literal) ? undefined : 'private'
  const isLocalName = /(^|\.)(localhost|local|internal)\.?$/.test(hostname) || !hostname.includes('.')
  return isLocalName ? 'private' : undefined
}

/** Reads the start of a response and hangs up when there is more. */
async function readStart(stream: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= RESPONSE_MAX) break
  }
  return text.slice(0, RESPONSE_MAX).replaceAll('\0', '').toWellFormed()
}

function failureOf(error: unknown): EgressFailure {
  const cause = error as { name?: string; code?: string; cause?: unknown }
  if (error instanceof AddressRefused || cause.cause instanceof AddressRefused) return 'address_refused'
  const code = cause.code ?? ''
  if (cause.name === 'TimeoutError' || code.includes('TIMEOUT') || code === 'ETIMEDOUT') return 'timeout'
  if (
    code.startsWith('ERR_TLS') ||
    code.startsWith('CERT_') ||
    code.includes('SELF_SIGNED') ||
    code.includes('UNABLE_TO')
  )
    return 'certificate'
  return 'unreachable'
}
