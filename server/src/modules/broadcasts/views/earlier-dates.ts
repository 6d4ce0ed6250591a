import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/**
 * Returns the texts of earlier dates that wait for another try, to people whose carrier was now given a text of a later date
 * of the same broadcast: one of these messages.
 */
export async function triesOfEarlierDates({ db, orgId }: Pick<Tx, 'db' | 'orgId'>, ids: string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select distinct w.id from message m
    join broadcast_run later on later.org_id = m.org_id and later.id = m.batch_id and later.content->'schedule'->>'mode' = 'recurring'
    cross join lateral (
      select t.id, t.batch_id from message t where t.org_id = m.org_id and t.contact_id = m.contact_id and t.due_at is not null
        and t.state = 'scheduled' and t.hold_reason in ('retry', 'carrier_cap') and t.batch_id <> later.id offset 0) w
    join broadcast_run earlier on earlier.org_id = later.org_id and earlier.id = w.batch_id
      and earlier.broadcast_id = later.broadcast_id and earlier.planned_at < later.planned_at
    where m.org_id = ${orgId} and m.id = any(${ids}::uuid[]) and m.kind = 'broadcast' order by w.id`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Returns which of these texts are of a date after which a carrier was given a text of a later one to the same person. */
export async function ofEarlierDates(
  { db, orgId }: Pick<Tx, 'db' | 'orgId'>,
  texts: { id: string; contactId: string; runId: string }[],
): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select t.id from unnest(${texts.map(({ id }) => id)}::uuid[], ${texts.map(({ contactId }) => contactId)}::uuid[],
      ${texts.map(({ runId }) => runId)}::uuid[]) t(id, contact_id, run_id)
    join broadcast_run earlier on earlier.org_id = ${orgId} and earlier.id = t.run_id and earlier.content->'schedule'->>'mode' = 'recurring'
    where exists (
      select from broadcast_recipient r
      join broadcast_run later on later.org_id = r.org_id and later.id = r.run_id
        and later.broadcast_id = earlier.broadcast_id and later.planned_at > earlier.planned_at
      join message m on m.org_id = r.org_id and m.id = r.message_id and m.carrier_id is not null
      where r.org_id = ${orgId} and r.contact_id = t.contact_id)`.execute(db)
  return new Set(result.rows.map((row) => row.id))
}
