import type { Use } from '@crewline/contract/fields'
import type { FilterNode } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { SoughtField } from '../../fields/index.ts'
import { filterFieldsUsed } from '@crewline/contract/filters'

/** Replaces the name of a private list. */
const PRIVATE = 'A teammate’s own'

interface Asking {
  type: 'group' | 'view'
  id: string
  name: string
  filter: FilterNode
}

interface ViewColumns {
  id: string
  name: string
  columns: string[]
}

interface ReplyBody {
  id: string
  name: string
  body: string
}

/**
 * Returns, by field, the groups and saved lists that filter by these fields or show them, and the saved replies that
 * contain them.
 */
export async function usesOfFields(db: Db, fields: readonly SoughtField[]): Promise<Map<string, Use[]>> {
  const [asking, views, replies] = await Promise.all([
    everyFilter(db),
    sql<ViewColumns>`
      select id, case when shared then name else ${`${PRIVATE} list`} end as name, columns from contact_view
      where columns <> '{}'`.execute(db),
    sql<ReplyBody>`
      select id, case when shared then name else ${`${PRIVATE} reply`} end as name, body from saved_reply
      where body like '%{%' order by lower(name), id`.execute(db),
  ])
  return new Map(
    fields.map(({ id, key }) => {
      const name = `custom.${key}`
      const uses: Use[] = [
        ...asking.filter((owner) => filterFieldsUsed(owner.filter).has(name)).map((owner) => useOf(owner.type, owner)),
        ...views.rows.filter((view) => view.columns.includes(name)).map((view) => useOf('view', view)),
        ...replies.rows
          .filter((reply) => new RegExp(`\\{ *${key} *[|}]`).test(reply.body))
          .map((reply) => useOf('reply', reply)),
      ]
      return [id, uses.filter((use, at) => uses.findIndex((other) => other.id === use.id) === at)]
    }),
  )
}

function useOf(type: Use['type'], { id, name }: { id: string; name: string }): Use {
  return { type, id, name }
}

async function everyFilter(db: Db): Promise<Asking[]> {
  const result = await sql<Asking>`
    select 'group' as type, id, name, filter from contact_group where filter is not null and archived_at is null and type <> 'system'
    union all
    select 'view', id, case when shared then name else ${`${PRIVATE} list`} end, audience -> 'filter' from contact_view
    where audience ? 'filter'`.execute(db)
  return result.rows
}

/** Returns the saved contact lists, conversation views and celebrations that refer to a group. */
export async function usesOfGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const result = await sql<Use>`
    select 'view' as type, id, case when shared then name else ${`${PRIVATE} list`} end as name from contact_view
    where org_id = ${orgId} and ${groupId}::uuid = any(group_ids)
    union all
    select 'view', id, case when shared then name else ${`${PRIVATE} list`} end from saved_view
    where org_id = ${orgId} and ${groupId}::uuid = any(group_ids)
    union all
    select 'celebration', id, content ->> 'name' from celebration
    where org_id = ${orgId} and deleted_at is null
      and (content #> '{audience,excludeGroupIds}' ? ${groupId} or content #> '{audience,groupIds}' ? ${groupId})`.execute(
    db,
  )
  return result.rows
}
