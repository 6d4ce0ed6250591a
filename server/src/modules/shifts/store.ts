import type { ShiftHours } from '@crewline/contract/shifts'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'

/** A shift to be written. */
export interface StoredShift {
  id: string
  name: string
  hours: ShiftHours
}

/**
 * Locks the shifts of the organization until the transaction ends, so that two changes cannot exceed the limit and no one
 * gets a shift that is being deleted. A transaction that also locks contacts or groups calls this first.
 */
export async function lockShifts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shifts|${tx.orgId}`}, 0))`.execute(tx.db)
}

/** Writes a new or changed shift. */
export async function writeShift(tx: Tx, { id, name, hours }: StoredShift): Promise<void> {
  await sql`
    insert into shift (org_id, id, name, hours, created_at)
    values (${tx.orgId}, ${id}, ${name}, ${JSON.stringify(hours)}::jsonb, ${tx.world.now()})
    on conflict (org_id, id) do update set name = excluded.name, hours = excluded.hours`.execute(tx.db)
}

/** Deletes a shift and takes it from everyone who has it. Returns from how many contacts and groups. */
export async function deleteShift(tx: Tx, id: string): Promise<{ contacts: number; groups: number }> {
  // Also from contacts and groups that the member cannot see.
  return tx.unscoped(async () => {
    const contacts = await sql`
      delete from contact_shift where org_id = ${tx.orgId} and shift_id = ${id} returning contact_id`.execute(tx.db)
    const groups = await sql`
      delete from group_shift where org_id = ${tx.orgId} and shift_id = ${id} returning group_id`.execute(tx.db)
    await sql`delete from shift where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
    return { contacts: contacts.rows.length, groups: groups.rows.length }
  })
}

/** Sets the shift of a contact, null for none at any time; undefined leaves it to the groups of the contact. */
export async function writeContactShift(tx: Tx, contactId: string, shiftId: string | null | undefined): Promise<void> {
  if (shiftId === undefined) return forgetContacts(tx, [contactId])
  await sql`
    insert into contact_shift (org_id, contact_id, shift_id) values (${tx.orgId}, ${contactId}, ${shiftId})
    on conflict (org_id, contact_id) do update set shift_id = excluded.shift_id`.execute(tx.db)
}

/** Sets the shifts of contacts, with the same meanings. */
export async function writeContactShifts(
  tx: Tx,
  choices: { contactId: string; shiftId: string | null | undefined }[],
): Promise<void> {
  const [cleared, set] = [choices.filter(isCleared), choices.filter((choice) => !isCleared(choice))]
  await forgetContacts(
    tx,
    cleared.map(({ contactId }) => contactId),
  )
  if (set.length === 0) return
  await sql`
    insert into contact_shift (org_id, contact_id, shift_id)
    select ${tx.orgId}::uuid, t.contact_id, t.shift_id
    from unnest(${set.map(({ contactId }) => contactId)}::uuid[], ${set.map(({ shiftId }) => shiftId ?? null)}::uuid[]) t(contact_id, shift_id)
    on conflict (org_id, contact_id) do update set shift_id = excluded.shift_id`.execute(tx.db)
}

const isCleared = ({ shiftId }: { shiftId: string | null | undefined }): boolean => shiftId === undefined

/** Sets or clears the shift of a group. Returns the one before. */
export async function writeGroupShift(tx: Tx, groupId: string, shiftId: string | null): Promise<string | null> {
  const written =
    shiftId === null
      ? sql<{ before: string | null }>`
        delete from group_shift where org_id = ${tx.orgId} and group_id = ${groupId} returning shift_id as before`
      : sql<{ before: string | null }>`
        insert into group_shift (org_id, group_id, shift_id) values (${tx.orgId}, ${groupId}, ${shiftId})
        on conflict (org_id, group_id) do update set shift_id = excluded.shift_id returning old.shift_id as before`
  const { rows } = await written.execute(tx.db)
  return rows[0]?.before ?? null
}

/** Deletes the choices of contacts. */
export async function forgetContacts(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`delete from contact_shift where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
    tx.db,
  )
}
