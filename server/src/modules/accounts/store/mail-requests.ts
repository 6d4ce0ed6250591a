import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Keeps a mail somebody asked for until it is answered. */
export async function addMailRequest(system: Db, one: { id: string; sealed: string; now: Date }): Promise<void> {
  await sql`insert into mail_request (id, sealed, created_at) values (${one.id}, ${one.sealed}, ${one.now})`.execute(
    system,
  )
}

/** Takes the oldest requests; no other process gets them while this transaction lasts. */
export async function takeMailRequests(db: Db, most: number): Promise<{ id: string; sealed: string }[]> {
  const taken = await sql<{ id: string; sealed: string }>`
    delete from mail_request where id in (select id from mail_request order by id limit ${most} for update skip locked)
    returning id, sealed`.execute(db)
  return taken.rows
}
