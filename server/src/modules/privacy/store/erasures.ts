import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** An erased contact with data still to be deleted. */
export interface Erasure {
  orgId: string
  contactId: string
  contactIds: string[]
  phones: string[]
}

/** Stores a receipt of an erasure, with what is left to do. */
export async function addErasure(
  tx: Tx,
  erasure: Erasure,
  { userId, reason }: { userId: string | null; reason: string },
): Promise<void> {
  await sql`
    insert into contact_erasure (org_id, contact_id, by_user, reason, contact_ids, phones, at)
    values (${tx.orgId}, ${erasure.contactId}, ${userId}, ${reason}, ${erasure.contactIds}::uuid[], ${erasure.phones}::text[], ${tx.world.now()})`.execute(
    tx.db,
  )
}

/**
 * Locks the unfinished erasures, oldest first, so that one worker finishes each. Needs a database handle across
 * organizations.
 */
export async function openErasures(system: Db, most: number): Promise<Erasure[]> {
  const result = await sql<Erasure>`
    select org_id as "orgId", contact_id as "contactId", contact_ids as "contactIds", phones from contact_erasure
    where done_at is null order by at limit ${most} for update skip locked`.execute(system)
  return result.rows
}

/** Returns which of these numbers belong to other contacts. */
export async function heldByOthers(system: Db, { orgId, phones, contactIds }: Erasure): Promise<string[]> {
  const result = await sql<{ phone: string }>`
    select distinct phone from contact where org_id = ${orgId} and phone = any(${phones}::text[]) and id <> all(${contactIds}::uuid[])`.execute(
    system,
  )
  return result.rows.map((row) => row.phone)
}

/** Marks an erasure as finished and deletes its numbers. */
export async function noteErased(system: Db, { orgId, contactId }: Erasure, now: Date): Promise<void> {
  await sql`
    update contact_erasure set done_at = ${now}, phones = '{}' where org_id = ${orgId} and contact_id = ${contactId}`.execute(
    system,
  )
}
