import { IDEMPOTENCY_KEY_MAX, IDEMPOTENCY_MS } from '@crewline/contract/idempotency'
import { msg } from '@crewline/contract/localized-text'
import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { pipeline, Transform, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setInterval } from 'node:timers'
import { defineCron } from '../jobs/define.ts'
import { fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import type { IdempotencyClaim, Scope } from '../scope.ts'
import type { SealedColumn } from '../secrets/sealed-columns.ts'
import { codeOfError } from './answer.ts'

/** A process that did not renew its claim for this long counts as dead, in ms. */
const CLAIM_MS = 30_000
const RENEW_MS = 10_000

/** The response of a call, as its first execution gave it. */
export interface StoredAnswer {
  json: string
  isReplay: boolean
}

/** Computes the fingerprint of a request: the same call with the same input has the same. */
export type RequestHash = () => Promise<Buffer>

/**
 * Carries out a call once for each key of its caller. A repeat within 24 hours gets the first response; one with another
 * input is refused, and so is one while the first is in progress. A refusal that changed nothing is not stored, so that
 * the corrected call can use the same key.
 *
 * Each transaction of the call marks its claim as having an effect, in the same commit. A process that dies before
 * leaves a claim that a repeat takes over; one that dies after leaves a claim that answers `idempotency_lost`.
 */
export async function callOnce(
  kernel: Kernel,
  scope: Scope,
  { key, hash }: { key: string; hash: RequestHash },
  work: () => Promise<string>,
): Promise<StoredAnswer> {
  const { actor } = scope
  if (actor.kind !== 'member') return { json: await work(), isReplay: false }
  const claim: IdempotencyClaim = { id: scope.world.id(), userId: actor.userId, key }
  const earlier = await begin(kernel, scope, claim)
  if (earlier) return replay(kernel, scope, { claim, earlier, hash })
  scope.idempotency = claim
  const renewal = setInterval(() => void renew(kernel, scope, claim).catch(() => {}), RENEW_MS)
  try {
    const json = await work()
    await store(kernel, scope, claim, { http: 200, hash: await hash(), text: json })
    return { json, isReplay: false }
  } catch (error) {
    // Without a database the claim expires by itself.
    await release(kernel, scope, { claim, hash, code: codeOfError(error) }).catch(() => {})
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** Reads the key of a request; undefined without one. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  // The draft of the standard has it quoted, and most clients send it as it is.
  const key = /^"(.*)"$/.exec(String(header))?.[1] ?? String(header)
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= IDEMPOTENCY_KEY_MAX) return key
  const text = msg({
    message: 'Use 1 to {maximum} letters, digits or signs, such as a UUID.',
    values: { maximum: IDEMPOTENCY_KEY_MAX },
  })
  return fail('invalid', { fieldErrors: { 'Idempotency-Key': text } })
}

/** Fingerprints a call with a body that is in memory. */
export function hashOfCall(method: string, url: string, body: unknown): RequestHash {
  const content = Buffer.isBuffer(body) ? body : JSON.stringify(sorted(body) ?? null)
  return async () => createHash('sha256').update(`${method} ${url}\n`).update(content).digest()
}

/** Fingerprints a call while its body is read; the hash is complete once the stream was read or is read by `hash`. */
export function hashOfStream(method: string, url: string, body: Readable): { stream: Readable; hash: RequestHash } {
  const digest = createHash('sha256').update(`${method} ${url}\n`)
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      digest.update(chunk)
      done(null, chunk)
    },
  })
  pipeline(body, stream, () => {})
  const hash = async () => {
    // What the handler did not read counts too.
    if (!stream.readableEnded) await finished(stream.resume())
    return digest.digest()
  }
  return { stream, hash }
}

/** The order of its fields does not make a body another one. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  )
}

interface EarlierCall {
  state: 'running' | 'done'
  hasEffect: boolean
  isAbandoned: boolean
  http: number | null
  hash: Buffer | null
  sealed: string | null
}

const systemOf = (kernel: Kernel) =>
  kernel.database.asSystem('calls with an idempotency key are claimed before they begin')

/** Claims the key; returns the earlier call that has it. */
async function begin(kernel: Kernel, scope: Scope, claim: IdempotencyClaim): Promise<EarlierCall | undefined> {
  const now = kernel.world.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const claimed = await sql`
    insert into idempotent_call (org_id, user_id, key, claim_id, claimed_until, created_at)
    values (${scope.orgId}, ${claim.userId}, ${claim.key}, ${claim.id}, ${until}, ${now})
    on conflict (org_id, user_id, key) do update set claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
      created_at = excluded.created_at, state = 'running', has_effect = false, http = null, hash = null, sealed = null
      where idempotent_call.created_at <= ${new Date(now.getTime() - IDEMPOTENCY_MS)}
        or idempotent_call.state = 'running' and not idempotent_call.has_effect and idempotent_call.claimed_until <= ${now}
    returning claim_id`.execute(systemOf(kernel))
  if (claimed.rows.length > 0) return undefined
  const found = await sql<EarlierCall>`
    select state, has_effect as "hasEffect", claimed_until <= ${now} as "isAbandoned", http, hash, sealed
    from idempotent_call where org_id = ${scope.orgId} and user_id = ${claim.userId} and key = ${claim.key}`.execute(
    systemOf(kernel),
  )
  // Released a moment ago: the repeat may try again at once.
  return found.rows[0] ?? fail('idempotency_in_progress', { retryAfterS: 1 })
}

async function replay(
  kernel: Kernel,
  scope: Scope,
  { claim, earlier, hash }: { claim: IdempotencyClaim; earlier: EarlierCall; hash: RequestHash },
): Promise<StoredAnswer> {
  if (earlier.state === 'running') {
    if (earlier.hasEffect && earlier.isAbandoned) fail('idempotency_lost')
    fail('idempotency_in_progress', { retryAfterS: 1 })
  }
  if (!earlier.hash?.equals(await hash())) fail('idempotency_key_reused')
  const text = kernel.encryption.open(placeOf(scope, claim), earlier.sealed ?? '')
  if (earlier.http === 200) return { json: text, isReplay: true }
  return fail(text as FailureCode)
}

/** Ends a call that failed: forgets one that changed nothing, and stores how one that did ended. */
async function release(
  kernel: Kernel,
  scope: Scope,
  { claim, hash, code }: { claim: IdempotencyClaim; hash: RequestHash; code: FailureCode },
): Promise<void> {
  const forgotten = await sql`
    delete from idempotent_call where org_id = ${scope.orgId} and user_id = ${claim.userId} and key = ${claim.key}
      and claim_id = ${claim.id} and not has_effect returning key`.execute(systemOf(kernel))
  if (forgotten.rows.length > 0) return
  await store(kernel, scope, claim, { http: FAILURES[code].http, hash: await hash(), text: code })
}

async function store(
  kernel: Kernel,
  scope: Scope,
  claim: IdempotencyClaim,
  { http, hash, text }: { http: number; hash: Buffer; text: string },
): Promise<void> {
  await sql`
    update idempotent_call set state = 'done', http = ${http}, hash = ${hash}, sealed = ${kernel.encryption.seal(placeOf(scope, claim), text)}
    where org_id = ${scope.orgId} and user_id = ${claim.userId} and key = ${claim.key} and claim_id = ${claim.id}`.execute(
    systemOf(kernel),
  )
}

async function renew(kernel: Kernel, scope: Scope, claim: IdempotencyClaim): Promise<void> {
  const until = new Date(kernel.world.now().getTime() + CLAIM_MS)
  await sql`
    update idempotent_call set claimed_until = ${until} where org_id = ${scope.orgId} and user_id = ${claim.userId}
      and key = ${claim.key} and claim_id = ${claim.id}`.execute(systemOf(kernel))
}

/** Responses can contain what is shown only once, such as an API key, so they are stored encrypted. */
function placeOf(scope: Pick<Scope, 'orgId'>, { userId, key }: Pick<IdempotencyClaim, 'userId' | 'key'>): string {
  return `idempotent_call|${scope.orgId}|${userId}|${key}`
}

/** What the operator's command seals again when the encryption key changes. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'idempotent_call',
    column: 'sealed',
    key: { org_id: 'uuid', user_id: 'uuid', key: 'text' },
    placeOf: ({ org_id: orgId = '', user_id: userId = '', key = '' }) => placeOf({ orgId }, { userId, key }),
  },
]

/** Deletes the responses that no repeat can get any more. */
export const pruneIdempotentCalls = defineCron({
  name: 'kernel.prune-idempotent-calls',
  at: '41 * * * *',
  run: async (kernel) => {
    const system = kernel.database.asSystem('old responses of every organization are deleted')
    await sql`delete from idempotent_call where created_at <= ${new Date(kernel.world.now().getTime() - IDEMPOTENCY_MS)}`.execute(
      system,
    )
  },
})
