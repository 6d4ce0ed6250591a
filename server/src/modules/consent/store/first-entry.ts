import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { hashOf, type ConsentEntry } from './chain.ts'
import type { Row } from '../../../kernel/db/row.ts'

/**
 * Starts the history of each number with the same entry, in one statement. Returns the numbers that already existed,
 * for which nothing was recorded.
 */
export async function noteFirst(tx: Tx, phones: string[], entry: Omit<ConsentEntry, 'phone'>): Promise<string[]> {
  const { action, method, wording, messageId = null, userId = null } = entry
  // "(… in …) is true" looks up each number in a table built once. The planner underestimates a join, which then takes
  // minutes.
  const result = await sql<Row<'consent', 'phone'>>`
    with said as materialized (
      select e.*, ${hashOf} as hash from (
        select ${tx.orgId}::uuid as org_id, t.id, t.phone, ${action}::text as action, ${method}::text as method, ${wording}::text as wording,
          ${messageId}::uuid as message_id, ${userId}::uuid as user_id, ${tx.world.now()}::timestamptz as at, null::bytea as prev_hash
        from unnest(${phones.map(() => tx.world.id())}::uuid[], ${phones}::text[]) t(id, phone)) e),
    fresh as (
      insert into consent (org_id, phone, changed_at, last_hash) select org_id, phone, at, hash from said order by phone
      on conflict do nothing returning phone),
    written as (
      insert into consent_event (org_id, id, phone, action, method, wording, message_id, user_id, at, prev_hash, hash)
      select org_id, id, phone, action, method, wording, message_id, user_id, at, prev_hash, hash
      from said where (phone in (select phone from fresh)) is true)
    select phone from said where (phone in (select phone from fresh)) is not true`.execute(tx.db)
  return result.rows.map((row) => row.phone)
}
