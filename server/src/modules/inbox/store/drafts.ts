import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** The unsent text of a member. */
export interface Draft {
  body: string
  at: Date
}

/** Returns a member's draft for a contact; null without one. */
export async function draftOf(db: Db, userId: string, contactId: string): Promise<Draft | null> {
  const result = await sql<Draft>`
    select body, written_at as at from draft where user_id = ${userId} and contact_id = ${contactId} and body <> ''`.execute(
    db,
  )
  return result.rows[0] ?? null
}

/**
 * Saves a draft unless a newer one exists; returns whether it was saved, and the previous text. An empty text is kept
 * with its time, so that a delayed older save cannot bring a draft back.
 */
export async function writeDraft(
  tx: Tx,
  { userId, contactId, body, at }: { userId: string; contactId: string; body: string; at: Date },
): Promise<{ isSaved: boolean; before: string }> {
  const result = await sql<Row<'draft', 'body'>>`
    select body from draft where org_id = ${tx.orgId} and user_id = ${userId} and contact_id = ${contactId} for update`.execute(
    tx.db,
  )
  const saved = await sql`
    insert into draft (org_id, user_id, contact_id, body, written_at) values (${tx.orgId}, ${userId}, ${contactId}, ${body}, ${at})
    on conflict (org_id, user_id, contact_id) do update set body = excluded.body, written_at = excluded.written_at
      where draft.written_at <= excluded.written_at
    returning user_id`.execute(tx.db)
  return { isSaved: saved.rows.length > 0, before: result.rows[0]?.body ?? '' }
}

/** Clears a member's draft for a contact; returns whether there was text. */
export async function clearDraft(tx: Tx, userId: string, contactId: string): Promise<boolean> {
  const cleared = await sql`
    update draft set body = '', written_at = greatest(written_at, ${tx.world.now()}::timestamptz)
    where org_id = ${tx.orgId} and user_id = ${userId} and contact_id = ${contactId} and body <> '' returning user_id`.execute(
    tx.db,
  )
  return cleared.rows.length > 0
}

/** Counts the unsent texts of a member. */
export async function countDrafts(db: Db, userId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from draft where user_id = ${userId} and body <> ''`.execute(db)
  return result.rows[0]?.count ?? 0
}

/** Returns the contacts that a member has a draft for. */
export async function draftContactsOf(tx: Tx, userId: string): Promise<string[]> {
  const result = await tx.unscoped(() =>
    sql<{ id: string }>`
      select contact_id as id from draft where org_id = ${tx.orgId} and user_id = ${userId} and body <> ''`.execute(
      tx.db,
    ),
  )
  return result.rows.map((row) => row.id)
}
