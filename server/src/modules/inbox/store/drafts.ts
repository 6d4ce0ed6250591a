import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** Words a member has not sent. */
export interface Draft {
  body: string
  at: Date
}

/** A member's draft for a worker; null without one. */
export async function draftOf(db: Db, personId: string, contactId: string): Promise<Draft | null> {
  const found = await sql<Draft>`
    select body, written_at as at from draft where person_id = ${personId} and contact_id = ${contactId} and body <> ''`.execute(
    db,
  )
  return found.rows[0] ?? null
}

/**
 * Keeps a draft unless a newer one is kept; answers whether it was kept, and the words before. Empty words stay as a mark
 * of their time, so that an older save that comes late brings nothing back.
 */
export async function writeDraft(
  tx: Tx,
  { personId, contactId, body, at }: { personId: string; contactId: string; body: string; at: Date },
): Promise<{ isKept: boolean; before: string }> {
  const found = await sql<{ body: string }>`
    select body from draft where org_id = ${tx.orgId} and person_id = ${personId} and contact_id = ${contactId} for update`.execute(
    tx.db,
  )
  const kept = await sql`
    insert into draft (org_id, person_id, contact_id, body, written_at) values (${tx.orgId}, ${personId}, ${contactId}, ${body}, ${at})
    on conflict (org_id, person_id, contact_id) do update set body = excluded.body, written_at = excluded.written_at
      where draft.written_at <= excluded.written_at
    returning person_id`.execute(tx.db)
  return { isKept: kept.rows.length > 0, before: found.rows[0]?.body ?? '' }
}

/** Empties a member's draft for a worker; answers whether there were words. */
export async function clearDraft(tx: Tx, personId: string, contactId: string): Promise<boolean> {
  const cleared = await sql`
    update draft set body = '', written_at = greatest(written_at, ${tx.world.now()}::timestamptz)
    where org_id = ${tx.orgId} and person_id = ${personId} and contact_id = ${contactId} and body <> '' returning person_id`.execute(
    tx.db,
  )
  return cleared.rows.length > 0
}
