import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../kernel/db/row.ts'

/** The channel of a mail. */
export type Channel = Row<'mail', 'channel'>['channel']

/** A queued mail. */
export type Waiting = CamelRow<'mail', 'id' | 'channel' | 'sealed' | 'attempts' | 'expires_at'>

/** Queues a mail. */
export async function addMail(
  system: Db,
  mail: { id: string; channel: Channel; sealed: string; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`insert into mail (id, channel, sealed, due_at, expires_at, created_at)
    values (${mail.id}, ${mail.channel}, ${mail.sealed}, ${mail.now}, ${mail.expiresAt}, ${mail.now})`.execute(system)
}

/** Leases due mails of the available channels, oldest first; other processes do not get them for `leaseMs`. */
export async function takeDue(
  system: Db,
  take: { channels: Channel[]; most: number; now: Date; leaseMs: number },
): Promise<Waiting[]> {
  const until = new Date(take.now.getTime() + take.leaseMs)
  const result = await sql<Waiting>`
    update mail set due_at = ${until}, attempts = attempts + 1
    where id in (select id from mail where due_at <= ${take.now} and channel = any(${take.channels}) order by due_at limit ${take.most} for update skip locked)
    returning id, channel, sealed, attempts, expires_at as "expiresAt"`.execute(system)
  return result.rows
}

/** Deletes a mail that was delivered or given up. */
export async function dropMail(system: Db, id: string): Promise<void> {
  await sql`delete from mail where id = ${id}`.execute(system)
}

/** Postpones a mail to a later attempt. */
export async function postponeMail(system: Db, id: string, dueAt: Date): Promise<void> {
  await sql`update mail set due_at = ${dueAt} where id = ${id}`.execute(system)
}
