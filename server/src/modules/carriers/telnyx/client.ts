import type { Telnyx } from 'telnyx'
import type { Agent } from 'undici'
import type { World } from '../../../kernel/world.ts'
import type { Account, SendOutcome } from '../carrier.ts'
import { callCarrier, outcomeOfError, retryAfterMs } from '../connection.ts'
import { API, atSimulator } from './hosts.ts'
import { outcomeOfRefusal } from './outcome.ts'

export type Client = Telnyx

/** Longer than any call may take with its wait for a connection: `callCarrier` has the clocks that count. */
const SDK_TIMEOUT_MS = 300_000
/** Answers that have no body. */
const WITHOUT_BODY = new Set([204, 205, 304])

/** A request without an answer. The SDK throws an error of its own for it and drops the reason of a timeout. */
class Unanswered extends Error {
  readonly reason: unknown
  constructor(reason: unknown) {
    super('the carrier gave no answer')
    this.reason = reason
  }
}

/**
 * Returns a client of the SDK on our own pool, which reuses connections, never retries or follows redirects, and can be
 * pointed at a simulator. The SDK is large, so it is loaded with the first call.
 */
export function makeClients(simulatorUrl: string | undefined) {
  const clients = new Map<string, Promise<Client>>()
  return ({ key }: Account, how: { pool: Agent; timeoutMs: number; isSubmit?: boolean }): Promise<Client> => {
    const name = `${key}|${how.timeoutMs}|${how.isSubmit ?? false}`
    const cached = clients.get(name)
    if (cached) return cached
    const made = makeClient(key, simulatorUrl, how)
    clients.set(name, made)
    return made
  }
}

async function makeClient(
  apiKey: string,
  simulatorUrl: string | undefined,
  how: { pool: Agent; timeoutMs: number },
): Promise<Client> {
  const { Telnyx: Sdk } = await import('telnyx')
  return new Sdk({
    apiKey,
    baseURL: atSimulator(API, simulatorUrl),
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    fetch: (input, init) => fetchPooled(input, init, how),
    // Everything that is not given, the SDK would read from the environment.
    publicKey: null,
    clientID: null,
    clientSecret: null,
    logLevel: 'off',
  })
}

async function fetchPooled(
  input: string | URL | Request,
  init: RequestInit | undefined,
  { pool, timeoutMs }: { pool: Agent; timeoutMs: number },
): Promise<Response> {
  try {
    const answer = await callCarrier(input instanceof Request ? input.url : input, {
      pool,
      timeoutMs,
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? init.body : null,
    })
    const text = await answer.body.text()
    const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    )
    return new Response(WITHOUT_BODY.has(answer.statusCode) ? null : text, { status: answer.statusCode, headers })
  } catch (error) {
    throw new Unanswered(error)
  }
}

/** What an error of the SDK says: the status and the codes of an answer, or why there was none. */
export interface CallFailure {
  /** Null without an answer. */
  status: number | null
  codes: string[]
}

/** Reads an error of the SDK. */
export function failureOf(error: unknown): CallFailure {
  const { status, error: body } = error as { status?: number; error?: { errors?: { code?: string | number }[] } }
  const errors = Array.isArray(body?.errors) ? body.errors : []
  return { status: status ?? null, codes: errors.flatMap(({ code }) => (code === undefined ? [] : [String(code)])) }
}

/** Classifies an error of the SDK after a submission. */
export function outcomeOfTelnyx(error: unknown, world: World): SendOutcome {
  const { status, codes } = failureOf(error)
  if (status === null) {
    const { cause } = error as { cause?: unknown }
    return outcomeOfError(cause instanceof Unanswered ? cause.reason : error)
  }
  const { headers } = error as { headers?: Headers }
  return outcomeOfRefusal(
    { status, code: codes[0] },
    retryAfterMs(headers?.get('retry-after') ?? undefined, world.now()),
  )
}
