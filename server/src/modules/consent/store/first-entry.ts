import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { hashOf, type ConsentEntry } from './chain.ts'

/**
 * Begins the history of each of these numbers, however many, with the same entry, in one statement for all of them; answers
 * those that were written down before, of which nothing was noted.
 */
export async function noteFirst(tx: Tx, phones: string[], entry: Omit<ConsentEntry, 'phone'>): Promise<string[]> {
  const { action, method, words, messageId = null, personId = null } = entry
  // "(… in …) is true" looks each number up in a table made once. A join is planned as if there were few: that takes minutes.
  const found = await sql<{ phone: string }>`
    with said as materialized (
      select e.*, ${hashOf} as hash from (
        select ${tx.orgId}::uuid as org_id, t.id, t.phone, ${action}::text as action, ${method}::text as method, ${words}::text as words,
          ${messageId}::uuid as message_id, ${personId}::uuid as person_id, ${tx.world.now()}::timestamptz as at, null::bytea as prev_hash
        from unnest(${phones.map(() => tx.world.id())}::uuid[], ${phones}::text[]) t(id, phone)) e),
    fresh as (
      insert into consent (org_id, phone, changed_at, last_hash) select org_id, phone, at, hash from said order by phone
      on conflict do nothing returning phone),
    written as (
      insert into consent_event (org_id, id, phone, action, method, words, message_id, person_id, at, prev_hash, hash)
      select org_id, id, phone, action, method, words, message_id, person_id, at, prev_hash, hash
      from said where (phone in (select phone from fresh)) is true)
    select phone from said where (phone in (select phone from fresh)) is not true`.execute(tx.db)
  return found.rows.map((row) => row.phone)
}
