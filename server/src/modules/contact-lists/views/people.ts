import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'

/** Returns the given contacts that existed at a moment, in the same order. */
export async function thereBefore(db: Db, ids: string[], moment: Date): Promise<string[]> {
  const result = await sql<Row<'contact', 'id'>>`
    select id from contact where id = any(${ids}::uuid[]) and created_at <= ${moment} order by id`.execute(db)
  return result.rows.map((row) => row.id)
}
