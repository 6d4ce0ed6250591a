import type { Use } from '@crewline/contract/fields'
import type { FilterNode } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { filterNames, type FieldUser, type FilterUser } from '../../../kernel/uses.ts'

/** The name of a list, for every member: that of a private list is replaced. */
const shownName = sql`case when shared then name else 'A teammate’s own list' end`

/** Returns the saved lists that name a group. */
export async function listsWithGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const result = await sql<Use>`
    select 'view' as type, id, ${shownName} as name from contact_view
    where org_id = ${orgId} and ${groupId}::uuid = any(group_ids)`.execute(db)
  return result.rows
}

interface List {
  id: string
  name: string
  columns: string[]
  filter: FilterNode | null
}

async function lists(db: Db, orgId: string): Promise<List[]> {
  const result = await sql<List>`
    select id, ${shownName} as name, columns, audience -> 'filter' as filter from contact_view
    where org_id = ${orgId} and (columns <> '{}' or audience ? 'filter')`.execute(db)
  return result.rows
}

/** Returns the saved lists that filter by custom fields or show them. */
export async function listsWithFields(db: Db, orgId: string): Promise<FieldUser[]> {
  return (await lists(db, orgId)).map(({ id, name, columns, filter }) => ({
    use: { type: 'view', id, name },
    uses: (field) => columns.includes(`custom.${field.key}`) || filterNames(filter, field),
  }))
}

/** Returns the filters of the saved lists. */
export async function listsWithFilters(db: Db, orgId: string): Promise<FilterUser[]> {
  return (await lists(db, orgId)).map(({ id, name, filter }) => ({
    use: { type: 'view', id, name },
    filters: [filter],
  }))
}
