import type { CelebrationContent } from '@crewline/contract/celebrations'
import type { Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { textNames, type FieldUser } from '../../kernel/uses.ts'

/** Returns the celebrations that choose or leave out a group. */
export async function celebrationsWithGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const result = await sql<Use>`
    select 'celebration' as type, id, content ->> 'name' as name from celebration
    where org_id = ${orgId} and deleted_at is null
      and (content #> '{audience,excludeGroupIds}' ? ${groupId} or content #> '{audience,groupIds}' ? ${groupId})`.execute(
    db,
  )
  return result.rows
}

/** Returns the celebrations of a custom date, and those with merge fields in their texts. */
export async function celebrationsWithFields(db: Db, orgId: string): Promise<FieldUser[]> {
  const result = await sql<{ id: string; content: CelebrationContent }>`
    select id, content from celebration where org_id = ${orgId} and deleted_at is null
    order by lower(content ->> 'name'), id`.execute(db)
  return result.rows.map(({ id, content: { name, kind, field: dateField, texts } }) => ({
    use: { type: 'celebration', id, name },
    uses: (field) =>
      (kind === 'date' && dateField === field.key) ||
      texts.some((text) => Object.values(text).some((written) => textNames(written, field))),
  }))
}
