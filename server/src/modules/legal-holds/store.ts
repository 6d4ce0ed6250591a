import type { HoldCoverage } from '@crewline/contract/legal-holds'
import { sql } from 'kysely'
import type { Row } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'

/** A hold to be placed. */
export interface NewHold {
  id: string
  name: string
  reason: string
  covers: HoldCoverage
  contactIds: string[]
  groupIds: string[]
  from: string | null
  to: string | null
  since: Date | null
  until: Date | null
}

const lockName = (tx: Tx) => `legal holds|${tx.orgId}`

/** Waits for a hold that is being placed, and keeps others from being placed until the transaction ends. */
export async function shareHolds(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(tx)}, 0))`.execute(tx.db)
}

/** Waits for every deletion that has begun, and keeps others from beginning until the transaction ends. */
export async function lockAgainstDeletions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(tx)}, 0))`.execute(tx.db)
}

/** Counts the holds of the organization, released ones included. */
export async function countHolds(tx: Tx): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from legal_hold where org_id = ${tx.orgId}`.execute(tx.db)
  return result.rows[0]?.n ?? 0
}

/** Writes a hold with its contacts. */
export async function addHold(tx: Tx, hold: NewHold, userId: string): Promise<void> {
  await sql`
    insert into legal_hold (org_id, id, name, reason, covers, group_ids, from_day, to_day, since, until, placed_by, placed_at)
    values (${tx.orgId}, ${hold.id}, ${hold.name}, ${hold.reason}, ${hold.covers}, ${hold.groupIds}::uuid[], ${hold.from}::date,
      ${hold.to}::date, ${hold.since}, ${hold.until}, ${userId}, ${tx.world.now()})`.execute(tx.db)
  if (hold.contactIds.length > 0)
    await sql`
      insert into legal_hold_contact (org_id, hold_id, contact_id)
      select ${tx.orgId}::uuid, ${hold.id}::uuid, unnest(${hold.contactIds}::uuid[])`.execute(tx.db)
  // By name as well: someone may be leaving the group at this moment.
  if (hold.groupIds.length > 0)
    await sql`
      insert into legal_hold_contact (org_id, hold_id, contact_id)
      select distinct ${tx.orgId}::uuid, ${hold.id}::uuid, contact_id from group_member
      where org_id = ${tx.orgId} and group_id = any(${hold.groupIds}::uuid[])`.execute(tx.db)
}

/** Locks a hold. Returns its name and whether it was released, or undefined when there is none. */
export async function lockHold(tx: Tx, id: string): Promise<{ name: string; isReleased: boolean } | undefined> {
  const result = await sql<Row<'legal_hold', 'name' | 'released_at'>>`
    select name, released_at from legal_hold where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  const [row] = result.rows
  return row && { name: row.name, isReleased: row.released_at !== null }
}

/** Records that a hold was released. */
export async function noteReleased(tx: Tx, id: string, { userId, reason }: { userId: string; reason: string }) {
  await sql`
    update legal_hold set released_by = ${userId}, released_at = ${tx.world.now()}, release_reason = ${reason}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Removes erased contacts from holds, which are all released. */
export async function forgetContacts(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`delete from legal_hold_contact where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
    tx.db,
  )
}
