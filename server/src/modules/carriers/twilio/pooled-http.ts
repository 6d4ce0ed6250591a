import twilio from 'twilio'
import type { Agent } from 'undici'
import type { World } from '../../../kernel/world.ts'
import { callCarrier, retryAfterMs } from '../connection.ts'
import { atSimulator } from './hosts.ts'

interface SdkRequest {
  method: string
  uri: string
  username?: string
  password?: string
  headers?: Record<string, string>
  params?: Record<string, unknown>
  data?: Record<string, unknown>
}

/** The response type of the SDK's HTTP client. */
type Answered = Awaited<ReturnType<typeof twilio.RequestClient.prototype.request>>

/**
 * SDK HTTP client on our own pool: reuses connections, never retries or follows redirects, and can be pointed at a
 * simulator.
 */
export class PooledHttp extends twilio.RequestClient {
  private readonly world: World
  private readonly simulatorUrl: string | undefined
  private readonly how: { pool: Agent; timeoutMs: number }

  constructor(world: World, simulatorUrl: string | undefined, how: { pool: Agent; timeoutMs: number }) {
    super()
    this.world = world
    this.simulatorUrl = simulatorUrl
    this.how = how
  }

  override async request(options: unknown): Promise<Answered & { body: never }> {
    const { method, uri, username, password, headers, params, data } = options as SdkRequest
    const target = new URL(atSimulator(uri, this.simulatorUrl))
    for (const [name, value] of Object.entries(params ?? {})) target.searchParams.set(name, String(value))
    const answer = await callCarrier(target, {
      ...this.how,
      method: method.toUpperCase(),
      headers: {
        ...headers,
        ...(username ? { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` } : {}),
        ...(data ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      body: data ? form(data) : null,
    })
    const text = await answer.body.text()
    if (answer.statusCode === 429) {
      throw Object.assign(new Error('busy'), {
        status: 429,
        code: 20429,
        retryAfterMs: retryAfterMs(answer.headers['retry-after'], this.world.now()),
      })
    }
    const body: unknown = text === '' ? null : parse(text)
    return { statusCode: answer.statusCode, body, headers: answer.headers } as unknown as Answered & { body: never }
  }
}

function form(data: Record<string, unknown>): string {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(data)) {
    if (value !== undefined && value !== null)
      for (const item of Array.isArray(value) ? value : [value]) fields.append(name, String(item))
  }
  return fields.toString()
}

/** The SDK expects objects. A non-JSON answer stays a string and becomes an unclear outcome. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
