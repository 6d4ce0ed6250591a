import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'

/** Returns the ids of the groups that a member with a group scope sees, by name. */
export async function listVisibleGroupIds(visibleDb: Db): Promise<string[]> {
  const result = await sql<Row<'contact_group', 'id'>>`
    select id from contact_group where archived_at is null and type <> 'system' order by lower(name), id`.execute(
    visibleDb,
  )
  return result.rows.map((group) => group.id)
}
