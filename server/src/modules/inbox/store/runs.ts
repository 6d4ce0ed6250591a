import type { BulkAct } from '@crewline/contract/bulk'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { Filter } from '../views/filter.ts'

/** What was asked for: an act on all that matched a filter at a moment, but some. */
export interface Request {
  filter: Filter
  excludedIds: string[]
  act: BulkAct
  /** What came in later was not meant; ISO 8601. */
  until: string
}

/** One act on more conversations than one request may change, and how far it is. */
export interface BulkRun {
  orgId: string
  id: string
  personId: string
  request: Request
  afterId: string | null
  changed: number
  attempts: number
}

/** Puts an act up for the workers. */
export async function addRun(tx: Tx, id: string, personId: string, request: Request): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into bulk_run (org_id, id, person_id, request, due_at, created_at)
    values (${tx.orgId}, ${id}, ${personId}, ${JSON.stringify(request)}::jsonb, ${now}, ${now})`.execute(tx.db)
}

/** Takes the oldest act that waits, of any organization, for a while; needs a handle across organizations. */
export async function takeRun(system: Db, now: Date, until: Date): Promise<BulkRun | undefined> {
  const found = await sql<BulkRun>`
    update bulk_run r set due_at = ${until}, attempts = r.attempts + 1
    from (select org_id, id from bulk_run where due_at <= ${now} order by due_at limit 1 for update skip locked) t
    where r.org_id = t.org_id and r.id = t.id
    returning r.org_id as "orgId", r.id, r.person_id as "personId", r.request, r.after_id as "afterId", r.changed, r.attempts`.execute(
    system,
  )
  return found.rows[0]
}

/** How far an act is, locked until the transaction ends; undefined when it is done. */
export async function holdRun(tx: Tx, id: string): Promise<{ afterId: string | null; changed: number } | undefined> {
  const found = await tx.unscoped(() =>
    sql<{ afterId: string | null; changed: number }>`
      select after_id as "afterId", changed from bulk_run where org_id = ${tx.orgId} and id = ${id} for update`.execute(
      tx.db,
    ),
  )
  return found.rows[0]
}

/** Notes how far an act came; steps that go well are no failed attempts. */
export async function moveRun(
  tx: Tx,
  id: string,
  { afterId, changed, dueAt }: { afterId: string; changed: number; dueAt: Date },
): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update bulk_run set after_id = ${afterId}, changed = ${changed}, attempts = 0, due_at = ${dueAt}
      where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db),
  )
}

/** Forgets an act that is done or given up. */
export async function endRun(tx: Tx, id: string): Promise<void> {
  await tx.unscoped(() => sql`delete from bulk_run where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db))
}
