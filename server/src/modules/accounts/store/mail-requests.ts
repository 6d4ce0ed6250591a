import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'

/** Queues a requested email. */
export async function addMailRequest(system: Db, request: { id: string; sealed: string; now: Date }): Promise<void> {
  await sql`insert into mail_request (id, sealed, created_at) values (${request.id}, ${request.sealed}, ${request.now})`.execute(
    system,
  )
}

/** Takes the oldest requests. Other processes skip them while this transaction is open. */
export async function takeMailRequests(db: Db, most: number): Promise<{ id: string; sealed: string }[]> {
  const result = await sql<Row<'mail_request', 'id' | 'sealed'>>`
    delete from mail_request where id in (select id from mail_request order by id limit ${most} for update skip locked)
    returning id, sealed`.execute(db)
  return result.rows
}
