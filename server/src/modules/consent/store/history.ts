import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { holdStanding } from './standing.ts'

/** What a line of the history says; `personId` is the member who acted for the worker. */
export interface ConsentEntry {
  phone: string
  action: ConsentAction
  method: ConsentMethod
  words: string
  messageId?: string | null
  personId?: string | null
}

/** What is hashed of an entry `e`: everything it says, in one order, each part with its length before it. */
export const hashOf = sql.raw(`sha256(convert_to(concat(
  coalesce(encode(e.prev_hash, 'hex'), ''), '|', e.org_id, '|', e.id, '|', e.phone, '|', e.action, '|', e.method, '|',
  length(e.words), '|', e.words, '|', e.message_id, '|', e.person_id, '|', (extract(epoch from e.at) * 1000)::bigint), 'UTF8'))`)

/** Adds to the history of a number, chained to its last entry; the number stays locked until the transaction ends. */
export async function note(tx: Tx, entry: ConsentEntry): Promise<void> {
  await noteMany(tx, [entry])
}

/**
 * Adds one entry for each of these numbers, each chained to the last of its own number, in one statement for all of them;
 * the numbers stay locked until the transaction ends. A number may be named once only.
 */
export async function noteMany(tx: Tx, entries: ConsentEntry[]): Promise<void> {
  if (entries.length === 0) return
  const phones = entries.map((entry) => entry.phone)
  await holdStanding(tx, phones)
  await sql`
    with written as (
      insert into consent_event (org_id, id, phone, action, method, words, message_id, person_id, at, prev_hash, hash)
      select e.*, ${hashOf} from (
        select ${tx.orgId}::uuid as org_id, t.id, c.phone, t.action, t.method, t.words, t.message_id, t.person_id,
          ${tx.world.now()}::timestamptz as at, c.last_hash as prev_hash
        from unnest(
          ${entries.map(() => tx.world.id())}::uuid[], ${phones}::text[],
          ${entries.map((entry) => entry.action)}::text[], ${entries.map((entry) => entry.method)}::text[],
          ${entries.map((entry) => entry.words)}::text[], ${entries.map((entry) => entry.messageId ?? null)}::uuid[],
          ${entries.map((entry) => entry.personId ?? null)}::uuid[]
        ) t(id, phone, action, method, words, message_id, person_id)
        join consent c on c.org_id = ${tx.orgId} and c.phone = t.phone) e
      returning phone, hash)
    update consent c set last_hash = written.hash from written where c.org_id = ${tx.orgId} and c.phone = written.phone`.execute(
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
