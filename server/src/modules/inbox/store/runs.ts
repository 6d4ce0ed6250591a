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
  id: string
  request: Request
  afterId: string | null
  changed: number
}

/** Stores a run. */
export async function addRun(tx: Tx, id: string, userId: string, request: Request): Promise<void> {
  await sql`
    insert into bulk_run (org_id, id, user_id, request, created_at)
    values (${tx.orgId}, ${id}, ${userId}, ${JSON.stringify(request)}::jsonb, ${tx.world.now()})`.execute(tx.db)
}

/** The rest of a hand-over: conversations of a user who can no longer answer them. */
export interface HandOver {
  userId: string
  toUserId: string | null
  /** The member who changed or removed the user, or null for the product itself. */
  byId: string | null
}

/** Stores the rest of a hand-over, with the number of conversations already assigned. */
export async function addHandOver(tx: Tx, id: string, request: HandOver, changed: number): Promise<void> {
  await sql`
    insert into bulk_run (org_id, id, user_id, request, changed, created_at)
    values (${tx.orgId}, ${id}, ${request.userId}, ${JSON.stringify(request)}::jsonb, ${changed}, ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Returns the rest of a hand-over, locked until the transaction ends; undefined when it is over. */
export async function lockHandOver(tx: Tx, id: string): Promise<{ request: HandOver; changed: number } | undefined> {
  const result = await sql<{ request: HandOver; changed: number }>`
    select request, changed from bulk_run where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return result.rows[0]
}

/** Saves how many conversations a hand-over assigned so far. */
export async function countHandOver(tx: Tx, id: string, changed: number): Promise<void> {
  await sql`update bulk_run set changed = ${changed} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Returns the request of a run; undefined when the run is over. Needs a handle that sees the whole organization. */
export async function requestOfRun(db: Db, id: string): Promise<Request | undefined> {
  const result = await sql<{ request: Request }>`select request from bulk_run where id = ${id}`.execute(db)
  return result.rows[0]?.request
}

/** Returns a run, locked until the transaction ends; undefined when it is over. */
export async function lockRun(tx: Tx, id: string): Promise<BulkRun | undefined> {
  const result = await tx.unscoped(() =>
    sql<BulkRun>`
      select id, request, after_id as "afterId", changed from bulk_run
      where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db),
  )
  return result.rows[0]
}

/** Saves the progress of a run. */
export async function moveRun(
  tx: Tx,
  id: string,
  { afterId, changed }: { afterId: string; changed: number },
): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update bulk_run set after_id = ${afterId}, changed = ${changed} where org_id = ${tx.orgId} and id = ${id}`.execute(
      tx.db,
    ),
  )
}

/** Deletes a run that is done or given up. */
export async function endRun(tx: Tx, id: string): Promise<void> {
  await tx.unscoped(() => sql`delete from bulk_run where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db))
}
