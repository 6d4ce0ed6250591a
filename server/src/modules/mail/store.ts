import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** How a mail travels. */
export type Channel = 'email' | 'text'

/** A mail that waits. */
export interface Waiting {
  id: string
  channel: Channel
  sealed: string
  attempts: number
  expiresAt: Date
}

/** Puts a mail in the queue. */
export async function addMail(
  system: Db,
  mail: { id: string; channel: Channel; sealed: string; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`insert into mail (id, channel, sealed, due_at, expires_at, created_at)
    values (${mail.id}, ${mail.channel}, ${mail.sealed}, ${mail.now}, ${mail.expiresAt}, ${mail.now})`.execute(system)
}

/** Takes due mails of the channels we can serve, oldest first; another process does not get them until `leaseMs` have passed. */
export async function takeDue(
  system: Db,
  take: { channels: Channel[]; most: number; now: Date; leaseMs: number },
): Promise<Waiting[]> {
  const until = new Date(take.now.getTime() + take.leaseMs)
  const taken = await sql<Waiting>`
    update mail set due_at = ${until}, attempts = attempts + 1
    where id in (select id from mail where due_at <= ${take.now} and channel = any(${take.channels}) order by due_at limit ${take.most} for update skip locked)
    returning id, channel, sealed, attempts, expires_at as "expiresAt"`.execute(system)
  return taken.rows
}

/** Removes a mail that was handed over or given up. */
export async function dropMail(system: Db, id: string): Promise<void> {
  await sql`delete from mail where id = ${id}`.execute(system)
}

/** Tries a mail again later. */
export async function postponeMail(system: Db, id: string, dueAt: Date): Promise<void> {
  await sql`update mail set due_at = ${dueAt} where id = ${id}`.execute(system)
}
