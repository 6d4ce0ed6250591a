import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Cause, Upkeep } from '../upkeep.ts'

/** Where somebody is a member, how they came there, and whether people decide about that group by hand. */
export interface Membership {
  groupId: string
  cause: Cause
  byHand: boolean
}

/** Somebody is always in a group with rules, or never. */
export interface Pin {
  groupId: string
  kind: 'in' | 'out'
}

/** The groups a worker is in. */
export async function membershipsOf({ db, orgId }: Upkeep, contactId: string): Promise<Membership[]> {
  const found = await sql<Membership>`
    select m.group_id as "groupId", m.cause, g.type = 'static' and g.archived_at is null as "byHand"
    from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id
    where m.org_id = ${orgId} and m.contact_id = ${contactId} order by m.group_id`.execute(db)
  return found.rows
}

/** Takes what was said about a worker and groups with rules, and answers it. */
export async function takePins({ db, orgId }: Upkeep, contactId: string): Promise<Pin[]> {
  const gone = await sql<Pin>`
    delete from group_pin where org_id = ${orgId} and contact_id = ${contactId} returning group_id as "groupId", kind`.execute(
    db,
  )
  return gone.rows
}

/** Says about a worker and groups with rules what was said before, where nothing is said; answers the groups for which it is news. */
export async function givePins({ db, orgId, now }: Upkeep, contactId: string, pins: Pin[]): Promise<string[]> {
  const given = await sql<{ id: string }>`
    insert into group_pin (org_id, group_id, contact_id, kind, at)
    select ${orgId}::uuid, t.group_id, ${contactId}::uuid, t.kind, ${now}::timestamptz
    from unnest(${pins.map((pin) => pin.groupId)}::uuid[], ${pins.map((pin) => pin.kind)}::text[]) t(group_id, kind)
    join contact_group g on g.org_id = ${orgId} and g.id = t.group_id and g.archived_at is null order by t.group_id
    on conflict do nothing returning group_id as id`.execute(db)
  return given.rows.map((row) => row.id)
}

/** Forgets what is said about a worker and these groups. */
export async function dropPins({ db, orgId }: Upkeep, contactId: string, groupIds: string[]): Promise<void> {
  await sql`delete from group_pin where org_id = ${orgId} and contact_id = ${contactId} and group_id = any(${groupIds}::uuid[])`.execute(
    db,
  )
}

/** Forgets which groups these workers were ever in. Needs a handle across organizations. */
export async function forgetHistory(system: Db, orgId: string, contactIds: string[]): Promise<void> {
  await sql`delete from group_event where org_id = ${orgId} and contact_id = any(${contactIds}::uuid[])`.execute(system)
}
