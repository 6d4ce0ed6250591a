import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Those of these workers who were there at a moment, in the same order. */
export async function thereBefore(db: Db, ids: string[], moment: Date): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from contact where id = any(${ids}::uuid[]) and created_at <= ${moment} order by id`.execute(db)
  return found.rows.map((row) => row.id)
}
