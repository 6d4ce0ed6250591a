import { HOLDERS } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A push message that is due, with the browser it is for. */
export interface Due {
  org_id: string
  id: string
  device_id: string
  sealed: string
  device_sealed: string
  attempts: number
  expires_at: Date
  /** Whether who it is for is a member still, reads the inbox and sees whom it is about. */
  is_wanted: boolean
}

/** Puts a push message in the queue. */
export async function addPush(
  system: Db,
  push: {
    orgId: string
    id: string
    deviceId: string
    /** Whom it is about. */
    contactId: string
    sealed: string
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await sql`
    insert into push_message (org_id, id, device_id, contact_id, sealed, due_at, expires_at)
    values (${push.orgId}, ${push.id}, ${push.deviceId}, ${push.contactId}, ${push.sealed}, ${push.now}, ${push.expiresAt})`.execute(
    system,
  )
}

/** Takes due messages, oldest first; another process does not get them until `leaseMs` have passed. */
export async function takePushes(
  system: Db,
  { now, most, leaseMs }: { now: Date; most: number; leaseMs: number },
): Promise<Due[]> {
  const taken = await sql<Due>`
    update push_message p set due_at = ${new Date(now.getTime() + leaseMs)}, attempts = p.attempts + 1
    from push_device d
    where (p.org_id, p.id) in (select org_id, id from push_message where due_at <= ${now} order by due_at limit ${most} for update skip locked)
      and d.org_id = p.org_id and d.id = p.device_id
    returning p.org_id, p.id, p.device_id, p.sealed, d.sealed as device_sealed, p.attempts, p.expires_at,
      exists (select from member b where b.org_id = d.org_id and b.person_id = d.person_id and b.status = 'active'
        and b.role = any(${[...HOLDERS['inbox.read']]})
        and (b.scope = 'all' or p.contact_id is null or exists (
          select from member_group g join group_member o on o.org_id = g.org_id and o.group_id = g.group_id
          where g.org_id = p.org_id and g.member_id = b.id and o.contact_id = p.contact_id))) as is_wanted`.execute(
    system,
  )
  return taken.rows
}

/** Forgets a browser that is gone, with everything that waits for it. */
export async function forgetDevice(system: Db, { org_id, device_id }: Due): Promise<void> {
  await sql`delete from push_device where org_id = ${org_id} and id = ${device_id}`.execute(system)
}

/** A message was handed over, or is worth nothing any more. */
export async function dropPush(system: Db, { org_id, id }: Due): Promise<void> {
  await sql`delete from push_message where org_id = ${org_id} and id = ${id}`.execute(system)
}

/** Tries a message again later. */
export async function postponePush(system: Db, { org_id, id }: Due, at: Date): Promise<void> {
  await sql`update push_message set due_at = ${at} where org_id = ${org_id} and id = ${id}`.execute(system)
}
