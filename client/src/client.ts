import { IDEMPOTENCY_HEADER } from '@crewline/contract/idempotency'
import { prepare, type CallInput, type CallName, type PreparedCall, type Reply } from './calls.ts'

/** How to reach the API. */
export interface ClientOptions {
  /** The address of the server, such as https://crewline.example.com. */
  address: string
  /** An API key from Settings, API and webhooks. */
  apiKey: string
  /** How often a call is repeated that got no response, 429 or 503. Default: 3. */
  retries?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

/** A refusal of the API, or the lack of a response. */
export class CrewlineError extends Error {
  /** The HTTP status; 0 when there was no response. */
  readonly http: number
  /** The code of the refusal, such as `not_found`; `no_response` when there was none. */
  readonly code: string
  readonly fieldErrors: Readonly<Record<string, string>>
  readonly requestId: string | undefined

  constructor(http: number, refusal: Refusal, cause?: unknown) {
    super(refusal.message ?? refusal.code ?? 'The server sent no response.', { cause })
    this.name = 'CrewlineError'
    this.http = http
    this.code = refusal.code ?? 'no_response'
    this.fieldErrors = refusal.fieldErrors ?? {}
    this.requestId = refusal.requestId
  }
}

interface Refusal {
  code?: string
  message?: string
  fieldErrors?: Record<string, string>
  requestId?: string
}

/** The calls of the API. */
export interface CrewlineClient {
  /**
   * Makes a call by its name in the API reference. POSTs carry an idempotency key, so that a repeat has no second effect;
   * pass your own to repeat a call after a restart. Throws `CrewlineError` when the call is refused.
   */
  call<N extends CallName>(name: N, input: CallInput<N>, options?: { idempotencyKey?: string }): Promise<Reply<N>>
  /** Goes through every row of a list that has `cursor` in its query and `data` in its response. */
  pages<N extends CallName>(name: N, input: CallInput<N>): AsyncGenerator<RowOf<Reply<N>>>
}

type RowOf<R> = R extends { data: (infer Row)[] } ? Row : never

/** The longest wait before a repeat, in ms. */
const WAIT_MAX_MS = 30_000

/** Creates a client. */
export function makeClient({ address, apiKey, retries = 3, fetch: send = fetch }: ClientOptions): CrewlineClient {
  const base = address.replace(/\/+$/, '')

  async function attempt(prepared: PreparedCall, idempotencyKey: string | undefined): Promise<Outcome> {
    const response = await send(base + prepared.path, {
      method: prepared.method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(prepared.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey }),
      },
      ...(prepared.body === undefined ? {} : { body: JSON.stringify(prepared.body) }),
    })
    const reply = (await response.json()) as object
    if (response.ok) return { reply }
    const waitS = Number(response.headers.get('retry-after') ?? Number.NaN)
    return { error: new CrewlineError(response.status, reply), waitS }
  }

  const call: CrewlineClient['call'] = async (name, input, options = {}) => {
    const prepared = prepare(name, input)
    const idempotencyKey = prepared.method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    for (let tries = 0; ; tries++) {
      const outcome = await attempt(prepared, idempotencyKey).catch(noResponse)
      if ('reply' in outcome) return outcome.reply as never
      if (tries >= retries || !mayRepeat(prepared, outcome.error)) throw outcome.error
      const waitMs = Number.isFinite(outcome.waitS) ? outcome.waitS * 1000 : 500 * 2 ** tries
      await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, WAIT_MAX_MS)))
    }
  }

  async function* pages<N extends CallName>(name: N, input: CallInput<N>): AsyncGenerator<RowOf<Reply<N>>> {
    let cursor: string | undefined
    do {
      const query = { ...(input as { query?: object }).query, ...(cursor === undefined ? {} : { cursor }) }
      const page = (await call(name, { ...input, query })) as { data: RowOf<Reply<N>>[]; nextCursor?: string }
      yield* page.data
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }

  return { call, pages }
}

type Outcome = { reply: object } | { error: CrewlineError; waitS: number }

function noResponse(cause: unknown): Outcome {
  return { error: new CrewlineError(0, {}, cause), waitS: Number.NaN }
}

/** Whether a repeat can help and does no harm: a POST carries a key, reads change nothing. */
function mayRepeat({ method }: PreparedCall, { http, code }: CrewlineError): boolean {
  if (http === 429 || code === 'idempotency_in_progress') return true
  return (http === 0 || http === 503) && (method === 'GET' || method === 'POST')
}
