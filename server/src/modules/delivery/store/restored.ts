import type { RestoredLine } from '@crewline/contract/restored'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** Begins a review for every organization. A review in progress goes on, from the earlier moment of the two. */
export async function addReviews(system: Db, { knownUntil, now }: { knownUntil: Date; now: Date }): Promise<number> {
  const result = await sql<Row<'restore_review', 'org_id'>>`
    insert into restore_review (org_id, began_at, known_until, ask_at) select id, ${now}, ${knownUntil}, ${now} from organization
    on conflict (org_id) do update set known_until = least(restore_review.known_until, excluded.known_until),
      ask_at = excluded.ask_at, asked_at = null, tried_at = null, lines = '[]' returning org_id`.execute(system)
  return result.rows.length
}

/** Takes the reviews whose carriers are to be asked now, so that no other process asks them at the same time. */
export async function takeReviewsDue(
  system: Db,
  now: Date,
  nextAt: Date,
): Promise<{ orgId: string; knownUntil: Date }[]> {
  const result = await sql<CamelRow<'restore_review', 'org_id' | 'known_until'>>`
    update restore_review set ask_at = ${nextAt} where ask_at <= ${now}
    returning org_id as "orgId", known_until as "knownUntil"`.execute(system)
  return result.rows
}

/** Stores the answers of the carriers; `again` is when to ask those that did not answer. */
export async function saveAnswers(tx: Tx, lines: RestoredLine[], again: Date | null): Promise<void> {
  await sql`
    update restore_review set lines = ${JSON.stringify(lines)}::jsonb, ask_at = coalesce(${again}::timestamptz, 'infinity'),
      asked_at = case when ${again}::timestamptz is null then ${tx.world.now()}::timestamptz end, tried_at = ${tx.world.now()}
    where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Has the carriers asked again at once. Returns whether there is a review. */
export async function askAgain(tx: Tx): Promise<boolean> {
  const result = await sql<Row<'restore_review', 'org_id'>>`
    update restore_review set ask_at = ${tx.world.now()} where org_id = ${tx.orgId} returning org_id`.execute(tx.db)
  return result.rows.length > 0
}

/** Locks the review until the transaction ends; returns whether the carriers have answered, or undefined without one. */
export async function lockReview(tx: Tx): Promise<{ isAsked: boolean } | undefined> {
  const result = await sql<{ isAsked: boolean }>`
    select asked_at is not null as "isAsked" from restore_review where org_id = ${tx.orgId} for update`.execute(tx.db)
  return result.rows[0]
}

/** Ends the review: the organization sends again. */
export async function deleteReview(tx: Tx): Promise<void> {
  await sql`delete from restore_review where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Whether the organization sends nothing because its database was restored; holds until the transaction ends. */
export async function isUnderReview(tx: Tx): Promise<boolean> {
  const result = await sql`select from restore_review where org_id = ${tx.orgId} for share`.execute(tx.db)
  return result.rows.length > 0
}
