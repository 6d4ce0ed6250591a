import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../../kernel/i18n/localize.ts'
import type { Locale } from '@crewline/contract/accounts'
import type { LocalizedText } from '@crewline/contract/words'
import type { FilterNode } from '@crewline/contract/filters'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { Group, groupPage, GroupType, GroupValue } from '@crewline/contract/groups'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { cursorOf, readCursor } from '../../../kernel/db/paging.ts'
import { fail } from '../../../kernel/failure.ts'
import { languageOf, type Scope } from '../../../kernel/scope.ts'
import { folded, literally } from '../../../kernel/text.ts'
import { SYSTEM_KEYS, SYSTEM_NAMES } from '../filter-rules/system-groups.ts'
import { usesOfGroups } from './uses.ts'

/** Sorts system groups after the others, in their own order. */
const inOrder = sql`array_position(${SYSTEM_KEYS}::text[], g.system_key) nulls first, lower(g.name), g.id`

/**
 * Names system groups in the language of the reader, whatever their rows contain, and other groups as named by users.
 */
function nameIn(language: Locale): RawBuilder<string> {
  const names = SYSTEM_KEYS.map((key) => localize(SYSTEM_NAMES[key], language))
  return sql`coalesce((${names}::text[])[array_position(${SYSTEM_KEYS}::text[], g.system_key)], g.name)`
}

const ANOTHER: LocalizedText = msg({ message: 'another organization' })

/** Lists every group that can be selected by name, system groups last. */
export async function valuesOf(scope: Reader): Promise<GroupValue[]> {
  const result = await sql<GroupValue>`
    select g.id, ${nameIn(languageOf(scope))} as name, g.type, g.contact_count as "contactCount", g.reachable_count as "reachableCount"
    from contact_group g where g.archived_at is null order by ${inOrder}`.execute(scope.db)
  return result.rows
}

/** The reader, and with it the language. */
type Reader = Pick<Scope, 'db' | 'actor'>

interface Row {
  id: string
  name: string
  type: GroupType
  contactCount: number
  reachableCount: number
  description: string
  color: string
  filter: FilterNode | null
  state: Group['state']
  last_evaluated_at: Date | null
  last_added: number
  last_removed: number
  changed_at: Date | null
  pinnedIn: number
  pinnedOut: number
  managedBy: string | null
  created_at: Date
}

async function rowsOf(scope: Reader, where: RawBuilder<unknown>, after: RawBuilder<unknown> = sql``): Promise<Row[]> {
  const language = languageOf(scope)
  const result = await sql<Row>`
    select g.id, ${nameIn(language)} as name, g.type, g.contact_count as "contactCount", g.reachable_count as "reachableCount", g.description,
      g.color, g.filter, g.state, g.last_evaluated_at, g.last_added, g.last_removed, g.changed_at, g.created_at,
      (select count(*)::int from group_pin p where p.org_id = g.org_id and p.group_id = g.id and p.kind = 'in') as "pinnedIn",
      (select count(*)::int from group_pin p where p.org_id = g.org_id and p.group_id = g.id and p.kind = 'out') as "pinnedOut",
      case when g.managed_by is not null then coalesce(g.manager_name, ${localize(ANOTHER, language)}::text) end as "managedBy"
    from contact_group g where g.archived_at is null and ${where} ${after}`.execute(scope.db)
  return result.rows
}

function groupFrom(row: Row): Group {
  const { last_evaluated_at, last_added, last_removed, changed_at, created_at, ...rest } = row
  return {
    ...rest,
    lastEvaluatedAt: last_evaluated_at?.toISOString() ?? null,
    lastChange: changed_at && { added: last_added, removed: last_removed, at: changed_at.toISOString() },
    createdAt: created_at.toISOString(),
  }
}

/** Returns one visible group, or fails with `not_found`. */
export async function groupById(scope: Reader, id: string): Promise<Group> {
  const [row] = await rowsOf(scope, sql`g.id = ${id}`)
  return row ? groupFrom(row) : fail('not_found')
}

/** Returns every visible group and, with an id, also that group on its own. */
export async function allGroups(scope: Scope, id: string | undefined): Promise<{ groups: Group[]; group?: Group }> {
  const groups = (await rowsOf(scope, sql`true`, sql`order by ${inOrder}`)).map(groupFrom)
  if (id === undefined) return { groups }
  return { groups, group: groups.find((group) => group.id === id) ?? fail('not_found') }
}

/** Returns one page of groups with their uses. */
export async function groupsPaged(scope: Scope, query: QueryOf<typeof groupPage>) {
  const name = nameIn(languageOf(scope))
  const key = {
    name: sql`lower(${name})`,
    people: sql`lpad(g.contact_count::text, 10, '0')`,
    createdAt: sql`to_char(g.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
  }[query.sort]
  const direction = query.order === 'desc' ? sql`desc` : sql`asc`
  const after = query.cursor ? readCursor(query.cursor) : undefined
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (query.type) parts.push(sql`g.type = ${query.type}`)
  if (query.search) parts.push(sql`folded_text(${name}) like ${`%${literally(folded(query.search))}%`}`)
  const where = sql.join(parts, sql` and `)
  const from = after
    ? query.order === 'desc'
      ? sql`(${key}, g.id) < (${after.key}, ${after.id}::uuid)`
      : sql`(${key}, g.id) > (${after.key}, ${after.id}::uuid)`
    : sql`true`
  const offset = after ? 0 : (query.page - 1) * query.pageSize
  const [rows, count] = await Promise.all([
    rowsOf(
      scope,
      sql`${where} and ${from}`,
      sql`order by ${key} ${direction}, g.id ${direction} limit ${query.pageSize + 1} offset ${offset}`,
    ),
    sql<{ total: number }>`
      select count(*)::int as total from contact_group g where g.archived_at is null and ${where}`.execute(scope.db),
  ])
  const page = rows.slice(0, query.pageSize)
  const last = rows.length > query.pageSize ? page.at(-1) : undefined
  const uses = await usesOfGroups(
    scope.db,
    scope.orgId,
    page.map((row) => row.id),
  )
  return {
    data: page.map((row) => ({ ...groupFrom(row), usedBy: uses.get(row.id) ?? [] })),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: await keyOf(scope.db, key, last.id), id: last.id }) } : {}),
    total: count.rows[0]?.total ?? 0,
  }
}

/** Reads the sort key of a group as the database formats it. */
async function keyOf(db: Db, key: RawBuilder<unknown>, id: string): Promise<string> {
  const result = await sql<{ key: string }>`select ${key} as key from contact_group g where g.id = ${id}`.execute(db)
  return result.rows[0]?.key ?? ''
}
