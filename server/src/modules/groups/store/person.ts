import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Cause, Upkeep } from '../upkeep.ts'

/** A membership of a contact with its cause and whether the group is manual. */
export interface Membership {
  groupId: string
  cause: Cause
  isStatic: boolean
}

/** A contact is always or never in a smart group. */
export interface Pin {
  groupId: string
  kind: 'in' | 'out'
}

/** Returns the groups a contact is in. */
export async function membershipsOf({ db, orgId }: Upkeep, contactId: string): Promise<Membership[]> {
  const result = await sql<Membership>`
    select m.group_id as "groupId", m.cause, g.type = 'static' and g.archived_at is null as "isStatic"
    from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id
    where m.org_id = ${orgId} and m.contact_id = ${contactId} order by m.group_id`.execute(db)
  return result.rows
}

/** Deletes the pins of a contact and returns them. */
export async function takePins({ db, orgId }: Upkeep, contactId: string): Promise<Pin[]> {
  const result = await sql<Pin>`
    delete from group_pin where org_id = ${orgId} and contact_id = ${contactId} returning group_id as "groupId", kind`.execute(
    db,
  )
  return result.rows
}

/** Pins a contact again with earlier pins unless it has new ones; returns the groups in which a pin was added. */
export async function addPins({ db, orgId, now }: Upkeep, contactId: string, pins: Pin[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    insert into group_pin (org_id, group_id, contact_id, kind, at)
    select ${orgId}::uuid, t.group_id, ${contactId}::uuid, t.kind, ${now}::timestamptz
    from unnest(${pins.map((pin) => pin.groupId)}::uuid[], ${pins.map((pin) => pin.kind)}::text[]) t(group_id, kind)
    join contact_group g on g.org_id = ${orgId} and g.id = t.group_id and g.archived_at is null order by t.group_id
    on conflict do nothing returning group_id as id`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Deletes the pins of a contact in these groups. */
export async function dropPins({ db, orgId }: Upkeep, contactId: string, groupIds: string[]): Promise<void> {
  await sql`delete from group_pin where org_id = ${orgId} and contact_id = ${contactId} and group_id = any(${groupIds}::uuid[])`.execute(
    db,
  )
}

/** Deletes the group history of these contacts. Needs a database handle across organizations. */
export async function deleteGroupHistory(system: Db, orgId: string, contactIds: string[]): Promise<void> {
  await sql`delete from group_event where org_id = ${orgId} and contact_id = any(${contactIds}::uuid[])`.execute(system)
}
