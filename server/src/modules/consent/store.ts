import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'

/** What a line of the history says; `person` is the member who acted for the worker. */
export interface ConsentEntry {
  phone: string
  action: 'opt_out' | 'opt_in' | 'help' | 'possible_opt_out' | 'not_opt_out' | 'wrong_number'
  method: 'keyword' | 'natural_language' | 'member' | 'carrier' | 'web' | 'import_attestation' | 'voicemail'
  words: string
  messageId: string | null
  personId?: string
}

/** Makes a consent row for every number that has none, so that the sender always has one to lock. */
export async function ensureRows(tx: Tx, phones: string[]): Promise<void> {
  await sql`
    insert into consent (org_id, phone, changed_at)
    select ${tx.orgId}::uuid, phone, ${tx.world.now()} from (select distinct unnest(${phones}::text[]) as phone) numbers order by phone
    on conflict do nothing`.execute(tx.db)
}

/**
 * Which of these numbers are opted out, with their rows locked until the caller's transaction ends: a STOP that arrives
 * meanwhile waits, so nothing passes the point of no return after a STOP has committed.
 */
export async function lockStanding(tx: Tx, phones: string[]): Promise<Set<string>> {
  const found = await sql<{ phone: string; opted_out: boolean }>`
    select phone, opted_out from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) order by phone for share`.execute(
    tx.db,
  )
  return new Set(found.rows.filter((row) => row.opted_out).map((row) => row.phone))
}

/**
 * Claims the notice of first contact for those of these numbers that never had it and are not opted out; answers them. Of two
 * transactions that claim the same number one waits for the other, and only one gets it.
 */
export async function claimNotices(tx: Tx, phones: string[]): Promise<Set<string>> {
  const claimed = await sql<{ phone: string }>`
    with held as materialized (
      select phone from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) and notice_at is null and not opted_out
      order by phone for update)
    update consent c set notice_at = ${tx.world.now()} from held where c.org_id = ${tx.orgId} and c.phone = held.phone
    returning c.phone`.execute(tx.db)
  return new Set(claimed.rows.map((row) => row.phone))
}

/** Locks these numbers for changes, in one order everywhere; answers which of them are opted out. */
export async function holdStanding(tx: Tx, phones: string[]): Promise<Set<string>> {
  await ensureRows(tx, phones)
  const held = await sql<{ phone: string; opted_out: boolean }>`
    select phone, opted_out from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) order by phone for update`.execute(
    tx.db,
  )
  return new Set(held.rows.filter((row) => row.opted_out).map((row) => row.phone))
}

/** Sets what stands for a number; answers whether that changed anything. */
export async function setOptedOut(tx: Tx, phone: string, optedOut: boolean): Promise<boolean> {
  // A number nobody wrote down is not opted out, so opting it in changes nothing.
  if (optedOut) await ensureRows(tx, [phone])
  const changed = await sql`
    update consent set opted_out = ${optedOut}, changed_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and phone = ${phone} and opted_out <> ${optedOut}
    returning opted_out`.execute(tx.db)
  return changed.rows.length > 0
}

/** What is hashed of an entry: everything it says, in one order, each part with its length before it. */
const hashOf = sql.raw(`sha256(convert_to(concat(
  coalesce(encode(e.prev_hash, 'hex'), ''), '|', e.org_id, '|', e.id, '|', e.phone, '|', e.action, '|', e.method, '|',
  length(e.words), '|', e.words, '|', e.message_id, '|', e.person_id, '|', (extract(epoch from e.at) * 1000)::bigint), 'UTF8'))`)

/** Adds to the history of a number, chained to its last entry; the number stays locked until the transaction ends. */
export async function note(tx: Tx, entry: ConsentEntry): Promise<void> {
  await holdStanding(tx, [entry.phone])
  await sql`
    with written as (
      insert into consent_event (org_id, id, phone, action, method, words, message_id, person_id, at, prev_hash, hash)
      select e.*, ${hashOf} from (
        select ${tx.orgId}::uuid as org_id, ${tx.world.id()}::uuid as id, c.phone, ${entry.action}::text as action,
          ${entry.method}::text as method, ${entry.words}::text as words, ${entry.messageId}::uuid as message_id,
          ${entry.personId ?? null}::uuid as person_id, ${tx.world.now()}::timestamptz as at, c.last_hash as prev_hash
        from consent c where c.org_id = ${tx.orgId} and c.phone = ${entry.phone}) e
      returning hash)
    update consent c set last_hash = written.hash from written where c.org_id = ${tx.orgId} and c.phone = ${entry.phone}`.execute(
    tx.db,
  )
}

/** Whether a worker's HELP was noted since a moment, before this message: it is answered once an hour. */
export async function helpedSince(tx: Tx, phone: string, since: Date, messageId: string): Promise<boolean> {
  const found = await sql`
    select from consent_event where org_id = ${tx.orgId} and phone = ${phone} and action = 'help' and at > ${since}
      and message_id is distinct from ${messageId}::uuid limit 1`.execute(tx.db)
  return found.rows.length > 0
}

/**
 * Whether the history of a number is what was written: every entry unchanged, none missing inside or at the end. Entries
 * older than the chain are not judged.
 */
export async function verifyChain(db: Db, phone: string): Promise<boolean> {
  const stands = await sql<{ last_hash: Buffer | null }>`select last_hash from consent where phone = ${phone}`.execute(
    db,
  )
  const found = await sql<{ hash: Buffer; again: Buffer; prev_hash: Buffer | null }>`
    select e.hash, ${hashOf} as again, e.prev_hash from consent_event e where e.phone = ${phone} and e.hash is not null`.execute(
    db,
  )
  if (found.rows.some((row) => !row.hash.equals(row.again))) return false
  const after = new Map(found.rows.map((row) => [row.prev_hash?.toString('hex') ?? '', row.hash.toString('hex')]))
  let last = ''
  let length = 0
  for (let next = after.get(''); next !== undefined && length <= found.rows.length; next = after.get(next)) {
    last = next
    length += 1
  }
  return length === found.rows.length && last === (stands.rows[0]?.last_hash?.toString('hex') ?? '')
}
