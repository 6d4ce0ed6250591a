import type { BulkAction } from '@crewline/contract/bulk'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { Filter } from '../views/filter.ts'

/** The requested bulk action: all conversations that matched a filter at one time, with exceptions. */
export interface Request {
  filter: Filter
  excludedIds: string[]
  action: BulkAction
  /** Excludes conversations with later messages; ISO 8601. */
  until: string
}

/** A bulk action on more conversations than one request can change, and its progress. */
export interface BulkRun {
  orgId: string
  id: string
  userId: string
  request: Request
  afterId: string | null
  changed: number
  attempts: number
}

/** Queues a run for the worker. */
export async function addRun(tx: Tx, id: string, userId: string, request: Request): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into bulk_run (org_id, id, user_id, request, due_at, created_at)
    values (${tx.orgId}, ${id}, ${userId}, ${JSON.stringify(request)}::jsonb, ${now}, ${now})`.execute(tx.db)
}

/** Leases the oldest waiting run of any organization; needs a database handle across organizations. */
export async function takeRun(system: Db, now: Date, until: Date): Promise<BulkRun | undefined> {
  const result = await sql<BulkRun>`
    update bulk_run r set due_at = ${until}, attempts = r.attempts + 1
    from (select org_id, id from bulk_run where due_at <= ${now} order by due_at limit 1 for update skip locked) t
    where r.org_id = t.org_id and r.id = t.id
    returning r.org_id as "orgId", r.id, r.user_id as "userId", r.request, r.after_id as "afterId", r.changed, r.attempts`.execute(
    system,
  )
  return result.rows[0]
}

/** Returns the progress of a run, locked until the transaction ends; undefined when it is done. */
export async function lockRun(tx: Tx, id: string): Promise<{ afterId: string | null; changed: number } | undefined> {
  const result = await tx.unscoped(() =>
    sql<{ afterId: string | null; changed: number }>`
      select after_id as "afterId", changed from bulk_run where org_id = ${tx.orgId} and id = ${id} for update`.execute(
      tx.db,
    ),
  )
  return result.rows[0]
}

/** Saves the progress of a run and resets its failed attempts. */
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

/** Deletes a run that is done or given up. */
export async function endRun(tx: Tx, id: string): Promise<void> {
  await tx.unscoped(() => sql`delete from bulk_run where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db))
}
