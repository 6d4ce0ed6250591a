import type { Use } from '@crewline/contract/fields'
import type { FilterNode } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { SoughtField } from '../../fields/index.ts'
import { filterFieldsUsed } from '../../groups/index.ts'

/** What somebody calls a thing that is only theirs. */
const PRIVATE = 'A teammate’s own'

interface Asking {
  type: 'group' | 'view'
  id: string
  name: string
  filter: FilterNode
}

interface Shown {
  id: string
  name: string
  columns: string[]
}

interface Said {
  id: string
  name: string
  body: string
}

/** The groups and saved lists that ask for these fields or show them, and the saved replies that say them, by field. */
export async function usesOfFields(db: Db, fields: readonly SoughtField[]): Promise<Map<string, Use[]>> {
  const [asking, shown, said] = await Promise.all([
    everyFilter(db),
    sql<Shown>`
      select id, case when shared then name else ${`${PRIVATE} list`} end as name, columns from contact_view
      where columns <> '{}'`.execute(db),
    sql<Said>`
      select id, case when shared then name else ${`${PRIVATE} reply`} end as name, body from saved_reply
      where body like '%{%' order by lower(name), id`.execute(db),
  ])
  return new Map(
    fields.map(({ id, key }) => {
      const name = `custom.${key}`
      const uses: Use[] = [
        ...asking.filter((one) => filterFieldsUsed(one.filter).has(name)).map((one) => useOf(one.type, one)),
        ...shown.rows.filter((one) => one.columns.includes(name)).map((one) => useOf('view', one)),
        ...said.rows.filter((one) => new RegExp(`\\{ *${key} *[|}]`).test(one.body)).map((one) => useOf('reply', one)),
      ]
      return [id, uses.filter((use, at) => uses.findIndex((other) => other.id === use.id) === at)]
    }),
  )
}

function useOf(type: Use['type'], { id, name }: { id: string; name: string }): Use {
  return { type, id, name }
}

async function everyFilter(db: Db): Promise<Asking[]> {
  const found = await sql<Asking>`
    select 'group' as type, id, name, filter from contact_group where filter is not null and archived_at is null and type <> 'system'
    union all
    select 'view', id, case when shared then name else ${`${PRIVATE} list`} end, audience -> 'filter' from contact_view
    where audience ? 'filter'`.execute(db)
  return found.rows
}

/** The saved lists, of contacts and of conversations, that ask for a group. */
export async function usesOfGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const found = await sql<Use>`
    select 'view' as type, id, case when shared then name else ${`${PRIVATE} list`} end as name from contact_view
    where org_id = ${orgId} and ${groupId}::uuid = any(group_ids)
    union all
    select 'view', id, case when shared then name else ${`${PRIVATE} list`} end from saved_view
    where org_id = ${orgId} and ${groupId}::uuid = any(group_ids)`.execute(db)
  return found.rows
}
