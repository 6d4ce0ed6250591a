import { CARRIER_CALL_MS } from '@crewline/contract/limits'
import { z } from 'zod'
import type { World } from '../../../kernel/world.ts'
import type {
  Account,
  Carrier,
  DialectAnswer,
  LookupResult,
  SendOutcome,
  Submission,
  AccountCheckResult,
} from '../carrier.ts'
import {
  callCarrier,
  carrierPool,
  outcomeOfError,
  retryAfterMs,
  SUBMIT_CONNECTIONS,
  submitPool,
} from '../connection.ts'
import { openMedia, type Opening } from '../media.ts'
import { Permits } from '../permits.ts'
import {
  codeOf,
  Inbound,
  incomingFrom,
  isSigned,
  parseJson,
  readCallHook,
  readHook,
  State,
  stateOf,
} from './inbound.ts'
import { simulatedNumbers } from './numbers.ts'
import { simulatedRegistrar } from './registrar.ts'
import { setUpAtSimulator } from './set-up.ts'

/** The longest delivery period of this carrier, in seconds; it refuses longer ones. */
const VALIDITY_MAX_S = 36_000

const Accepted = z.object({ id: z.string().min(1) })
const Refused = z.object({ code: z.number().int() })
const Lookup = z.object({
  found: z.record(
    z.string(),
    z.object({ id: z.string(), status: State, errorCode: z.union([z.string(), z.number()]).nullish() }),
  ),
})
const Listed = z.object({ texts: z.array(Inbound), next: z.string().nullable() })

/** Creates the carrier for the demo and tests. It accepts our reference and supports an authoritative lookup by it. */
export function simulatedCarrier(world: World, baseUrl: string): Carrier {
  const { post, get } = callsTo(baseUrl)
  return {
    name: 'simulated',
    concurrency: 64,
    maxOpenSubmissions: 500,
    permits: new Permits(SUBMIT_CONNECTIONS),
    submit: async (account, text, timeoutMs) => {
      try {
        const answer = await post(account, '/v1/texts', submission(text), { pool: submitPool, timeoutMs })
        return outcomeOf(answer.statusCode, answer.headers['retry-after'], await answer.body.text(), world.now())
      } catch (error) {
        return outcomeOfError(error)
      }
    },
    handleMessage: (account, request) =>
      isSigned(account.secret, request, world.now()) ? readHook(request.raw, baseUrl) : 'forged',
    handleCall: async (account, request) =>
      isSigned(account.secret, request, world.now()) ? readCallHook(request.raw, baseUrl) : 'forged',
    answerCall: (greeting, { recordingUrl }) =>
      json(
        greeting
          ? { say: greeting.text, play: greeting.audioUrl, maxSeconds: greeting.maxSeconds, recordingUrl }
          : { ok: true },
      ),
    fetchMedia: (account, url) => openMedia(url, (at) => openingOf(baseUrl, account, at)),
    verify: async (account, phone) => {
      try {
        const answer = await get(account, `/v1/numbers/${encodeURIComponent(phone)}`)
        await answer.body.dump()
        return accountCheckOf(answer.statusCode)
      } catch {
        return 'unreachable'
      }
    },
    list: async (account, { since, until, to }) => {
      const messages: z.infer<typeof Inbound>[] = []
      const span = { since: since.toISOString(), until: until.toISOString(), ...(to ? { to } : {}) }
      for (let after: string | null = ''; after !== null;) {
        const answer = await get(account, `/v1/inbound?${new URLSearchParams({ ...span, after }).toString()}`)
        if (answer.statusCode !== 200) {
          await answer.body.dump()
          throw new Error(`the message list request was answered with ${answer.statusCode}`)
        }
        const page: z.infer<typeof Listed> = Listed.parse(await answer.body.json())
        messages.push(...page.texts)
        after = page.next
      }
      return messages.map((message) => incomingFrom(message, baseUrl))
    },
    lookup: {
      // The simulator writes a message to its ledger before it answers: a message absent now was never accepted.
      settleMs: 2_000,
      apartMs: 1_000,
      find: async (account, references) => {
        const answer = await post(account, '/v1/lookups', { references })
        if (answer.statusCode !== 200) {
          await answer.body.dump()
          throw new Error(`lookup answered ${answer.statusCode}`)
        }
        const { found } = Lookup.parse(await answer.body.json())
        return new Map(
          Object.entries(found).map(([reference, message]): [string, LookupResult] => [
            reference,
            { carrierId: message.id, state: stateOf(message.status), errorCode: codeOf(message.errorCode) },
          ]),
        )
      },
    },
    numbers: simulatedNumbers(baseUrl),
    registrar: simulatedRegistrar(baseUrl),
    setUp: (account, number) => setUpAtSimulator(baseUrl, 'native', account, number),
  }
}

function callsTo(baseUrl: string) {
  const usual = { pool: carrierPool, timeoutMs: CARRIER_CALL_MS }
  return {
    get: (account: Account, path: string) =>
      callCarrier(`${baseUrl}${path}`, {
        ...usual,
        method: 'GET',
        headers: { authorization: `Bearer ${account.key}` },
      }),
    post: (account: Account, path: string, body: object, how = usual) =>
      callCarrier(`${baseUrl}${path}`, {
        ...how,
        method: 'POST',
        headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

function submission(text: Submission): object {
  const { reference, from, to, body, mediaUrls, callbackUrl } = text
  const validitySeconds = Math.min(text.validitySeconds, VALIDITY_MAX_S)
  return { reference, from, to, body, mediaUrls, callbackUrl, validitySeconds }
}

function openingOf(baseUrl: string, account: Account, url: string): Opening | undefined {
  // Parse as a URL first, so that `..` and `@` cannot lead elsewhere.
  const target = URL.canParse(url) ? new URL(url) : undefined
  return target && !target.username && target.href.startsWith(`${baseUrl}/v1/media/`)
    ? { target: target.href, headers: { authorization: `Bearer ${account.key}` } }
    : undefined
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

function accountCheckOf(http: number): AccountCheckResult {
  if (http === 200) return 'ok'
  if (http === 401 || http === 403) return 'unknown_account'
  return http === 404 ? 'unknown_number' : 'unreachable'
}

function json(value: object): DialectAnswer {
  return { type: 'application/json', body: JSON.stringify(value) }
}
