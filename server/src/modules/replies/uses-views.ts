import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { textNames, type FieldUser } from '../../kernel/uses.ts'

/** Returns the saved replies with merge fields. The name of a private one is replaced. */
export async function repliesWithFields(db: Db, orgId: string): Promise<FieldUser[]> {
  const result = await sql<{ id: string; name: string; body: string }>`
    select id, case when shared then name else 'A teammate’s own reply' end as name, body from saved_reply
    where org_id = ${orgId} and body like '%{%' order by lower(name), id`.execute(db)
  return result.rows.map(({ id, name, body }) => ({
    use: { type: 'reply', id, name },
    uses: (field) => textNames(body, field),
  }))
}
