import { sql } from 'kysely'
import { memberHolds } from '../../../kernel/db/holders.ts'
import type { Db } from '../../../kernel/db/pool.ts'

/** A push message that is due, with its browser. */
export interface Due {
  org_id: string
  id: string
  device_id: string
  sealed: string
  device_sealed: string
  attempts: number
  expires_at: Date
  /** Whether the recipient is still a member, reads the inbox and sees the contact. */
  is_eligible: boolean
}

/** Queues a push message. */
export async function addPush(
  system: Db,
  push: {
    orgId: string
    id: string
    deviceId: string
    /** The contact it is about. */
    contactId: string
    encrypted: string
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await sql`
    insert into push_message (org_id, id, device_id, contact_id, sealed, due_at, expires_at)
    values (${push.orgId}, ${push.id}, ${push.deviceId}, ${push.contactId}, ${push.encrypted}, ${push.now}, ${push.expiresAt})`.execute(
    system,
  )
}

/** Claims due messages, oldest first. Other processes do not get them until `leaseMs` have passed. */
export async function takePushes(
  system: Db,
  { now, most, leaseMs }: { now: Date; most: number; leaseMs: number },
): Promise<Due[]> {
  const claimed = await sql<Due>`
    update push_message p set due_at = ${new Date(now.getTime() + leaseMs)}, attempts = p.attempts + 1
    from push_device d
    where (p.org_id, p.id) in (select org_id, id from push_message where due_at <= ${now} order by due_at limit ${most} for update skip locked)
      and d.org_id = p.org_id and d.id = p.device_id
    returning p.org_id, p.id, p.device_id, p.sealed, d.sealed as device_sealed, p.attempts, p.expires_at,
      exists (select from member b where b.org_id = d.org_id and b.user_id = d.user_id and b.status = 'active'
        and ${memberHolds('inbox.read')}
        and (b.scope = 'all' or p.contact_id is null or exists (
          select from member_group g join group_member o on o.org_id = g.org_id and o.group_id = g.group_id
          where g.org_id = p.org_id and g.member_id = b.id and o.contact_id = p.contact_id))) as is_eligible`.execute(
    system,
  )
  return claimed.rows
}

/** Removes a browser that no longer exists, with everything queued for it. */
export async function deleteUnsubscribedDevice(system: Db, { org_id, device_id }: Due): Promise<void> {
  await sql`delete from push_device where org_id = ${org_id} and id = ${device_id}`.execute(system)
}

/** Removes a push message that was sent or is no longer useful. */
export async function dropPush(system: Db, { org_id, id }: Due): Promise<void> {
  await sql`delete from push_message where org_id = ${org_id} and id = ${id}`.execute(system)
}

/** Postpones a push message. */
export async function postponePush(system: Db, { org_id, id }: Due, at: Date): Promise<void> {
  await sql`update push_message set due_at = ${at} where org_id = ${org_id} and id = ${id}`.execute(system)
}
