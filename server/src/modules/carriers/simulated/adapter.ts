import { createHmac, timingSafeEqual } from 'node:crypto'
import { request } from 'undici'
import { z } from 'zod'
import type { World } from '../../../kernel/world.ts'
import type { Account, Carrier, CarrierEvent, Found, HookRequest, SendOutcome, Submission } from '../carrier.ts'
import { carrierPool, outcomeOfError, retryAfterMs } from '../connection.ts'

/** A signed call older than this is refused, in seconds. */
const SIGNATURE_WINDOW_S = 300

const Accepted = z.object({ id: z.string().min(1) })
const Refused = z.object({ code: z.number().int() })
const State = z.enum(['accepted', 'queued', 'sent', 'delivered', 'undelivered', 'failed'])
const Lookup = z.object({
  found: z.record(
    z.string(),
    z.object({ id: z.string(), status: State, errorCode: z.union([z.string(), z.number()]).nullish() }),
  ),
})
const Hook = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('status'),
    id: z.string(),
    status: State,
    errorCode: z.union([z.string(), z.number()]).nullish(),
  }),
  z.object({
    type: z.literal('inbound'),
    id: z.string().min(1),
    from: z.string().min(1),
    to: z.string(),
    body: z.string(),
  }),
])

/** The carrier of the demo and of tests: takes a reference of ours and answers for it with authority afterwards. */
export function simulatedCarrier(world: World, baseUrl: string): Carrier {
  const call = (account: Account, path: string, body: object, timeoutMs: number) =>
    request(`${baseUrl}${path}`, {
      dispatcher: carrierPool,
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    })
  return {
    name: 'simulated',
    concurrency: 64,
    markAhead: 500,
    submit: async (account, text, timeoutMs) => {
      try {
        const answer = await call(account, '/v1/texts', submission(text), timeoutMs)
        return outcomeOf(answer.statusCode, answer.headers['retry-after'], await answer.body.text(), world.now())
      } catch (error) {
        return outcomeOfError(error)
      }
    },
    hear: (account, request) => (isSigned(account.secret, request, world.now()) ? read(request.raw) : 'forged'),
    lookup: {
      // The simulator writes a text to its ledger before it answers: what is absent now was never accepted.
      settleMs: 2_000,
      apartMs: 1_000,
      find: async (account, references) => {
        const answer = await call(account, '/v1/lookups', { references }, 10_000)
        if (answer.statusCode !== 200) {
          await answer.body.dump()
          throw new Error(`lookup answered ${answer.statusCode}`)
        }
        const { found } = Lookup.parse(await answer.body.json())
        return new Map(
          Object.entries(found).map(([reference, one]): [string, Found] => [
            reference,
            { carrierId: one.id, state: stateOf(one.status), errorCode: codeOf(one.errorCode) },
          ]),
        )
      },
    },
    setUp: async (account, { phone, label, inboundUrl }) => {
      const answer = await request(`${baseUrl}/control/numbers/${encodeURIComponent(phone)}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          dialect: 'native',
          account: account.account,
          key: account.key,
          secret: account.secret,
          label,
          inboundUrl,
        }),
      })
      await answer.body.dump()
      if (answer.statusCode >= 300)
        throw new Error(`the simulator answered ${answer.statusCode} to the number ${phone}`)
    },
  }
}

function submission(text: Submission): object {
  const { reference, from, to, body, callbackUrl, validitySeconds } = text
  return { reference, from, to, body, callbackUrl, validitySeconds }
}

function outcomeOf(http: number, retryAfter: string | string[] | undefined, text: string, now: Date): SendOutcome {
  const body: unknown = parseJson(text)
  if (http >= 200 && http < 300) {
    const accepted = Accepted.safeParse(body)
    return accepted.success
      ? { kind: 'accepted', carrierId: accepted.data.id }
      : { kind: 'unknown', why: 'unreadable answer' }
  }
  if (http === 429) return { kind: 'not_accepted', why: 'busy', retryAfterMs: retryAfterMs(retryAfter, now) }
  if (http === 401 || http === 403) return { kind: 'not_accepted', why: 'account', retryAfterMs: null }
  const refused = Refused.safeParse(body)
  if (http >= 400 && http < 500 && refused.success) return { kind: 'refused', code: String(refused.data.code) }
  return { kind: 'unknown', why: `answer ${http}` }
}

function isSigned(secret: string, request: HookRequest, now: Date): boolean {
  const header = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(request.headers['x-carrier-signature'] ?? '')
  if (!header?.[1] || !header[2]) return false
  if (Math.abs(now.getTime() / 1000 - Number(header[1])) > SIGNATURE_WINDOW_S) return false
  const wanted = createHmac('sha256', secret).update(`${header[1]}.`).update(request.raw).digest()
  return timingSafeEqual(wanted, Buffer.from(header[2], 'hex'))
}

function read(raw: Buffer): CarrierEvent[] {
  const hook = Hook.parse(parseJson(raw.toString('utf8')))
  if (hook.type === 'inbound')
    return [{ kind: 'incoming', carrierId: hook.id, from: hook.from, to: hook.to, body: hook.body }]
  return [{ kind: 'status', carrierId: hook.id, state: stateOf(hook.status), errorCode: codeOf(hook.errorCode) }]
}

function stateOf(status: z.infer<typeof State>): Found['state'] {
  return status === 'accepted' || status === 'queued' ? 'submitted' : status
}

function codeOf(code: string | number | null | undefined): string | null {
  return code === null || code === undefined ? null : String(code)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
