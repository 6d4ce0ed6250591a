import type { Locale } from '@crewline/contract/accounts'
import type { Words } from '@crewline/contract/words'
import type { FilterNode } from '@crewline/contract/filters'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { Group, groupPage, GroupType, GroupValue } from '@crewline/contract/groups'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { cursorOf, readCursor } from '../../../kernel/db/paging.ts'
import { fail } from '../../../kernel/failure.ts'
import { languageOf, type Scope } from '../../../kernel/scope.ts'
import { folded, literally } from '../../contacts/index.ts'
import { SYSTEM_KEYS, SYSTEM_NAMES } from '../filter-rules/system-groups.ts'
import { usesOfMany } from './uses.ts'

/** The product's own groups stand behind the others, in their own order. */
const inOrder = sql`array_position(${SYSTEM_KEYS}::text[], g.system_key) nulls first, lower(g.name), g.id`

/** The product's own groups are called in the reader's language, whatever stands in their rows; others as people called them. */
function nameIn(language: Locale): RawBuilder<string> {
  const names = SYSTEM_KEYS.map((key) => SYSTEM_NAMES[key][language])
  return sql`coalesce((${names}::text[])[array_position(${SYSTEM_KEYS}::text[], g.system_key)], g.name)`
}

const ANOTHER: Words = { en: 'another organization', es: 'otra organización' }

/** Every group that can be picked, by name, the product's own at the end. */
export async function valuesOf(scope: Reader): Promise<GroupValue[]> {
  const found = await sql<GroupValue>`
    select g.id, ${nameIn(languageOf(scope))} as name, g.type, g.contact_count as "contactCount", g.reachable_count as "reachableCount"
    from contact_group g where g.archived_at is null order by ${inOrder}`.execute(scope.db)
  return found.rows
}

/** Who reads, and in which language. */
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
  const found = await sql<Row>`
    select g.id, ${nameIn(language)} as name, g.type, g.contact_count as "contactCount", g.reachable_count as "reachableCount", g.description,
      g.color, g.filter, g.state, g.last_evaluated_at, g.last_added, g.last_removed, g.changed_at, g.created_at,
      (select count(*)::int from group_pin p where p.org_id = g.org_id and p.group_id = g.id and p.kind = 'in') as "pinnedIn",
      (select count(*)::int from group_pin p where p.org_id = g.org_id and p.group_id = g.id and p.kind = 'out') as "pinnedOut",
      case when g.managed_by is not null then coalesce(g.manager_name, ${ANOTHER[language]}::text) end as "managedBy"
    from contact_group g where g.archived_at is null and ${where} ${after}`.execute(scope.db)
  return found.rows
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

/** One group in sight, or `not_found`. */
export async function groupById(scope: Reader, id: string): Promise<Group> {
  const [row] = await rowsOf(scope, sql`g.id = ${id}`)
  return row ? groupFrom(row) : fail('not_found')
}

/** Every group in sight; with an id, that one beside. */
export async function allGroups(scope: Scope, id: string | undefined): Promise<{ groups: Group[]; group?: Group }> {
  const groups = (await rowsOf(scope, sql`true`, sql`order by ${inOrder}`)).map(groupFrom)
  if (id === undefined) return { groups }
  return { groups, group: groups.find((one) => one.id === id) ?? fail('not_found') }
}

/** One page of groups with what each is used in. */
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
  const shown = rows.slice(0, query.pageSize)
  const last = rows.length > query.pageSize ? shown.at(-1) : undefined
  const uses = await usesOfMany(
    scope.db,
    scope.orgId,
    shown.map((row) => row.id),
  )
  return {
    data: shown.map((row) => ({ ...groupFrom(row), usedBy: uses.get(row.id) ?? [] })),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: await keyOf(scope.db, key, last.id), id: last.id }) } : {}),
    total: count.rows[0]?.total ?? 0,
  }
}

/** What a group is sorted by, as the database writes it. */
async function keyOf(db: Db, key: RawBuilder<unknown>, id: string): Promise<string> {
  const found = await sql<{ key: string }>`select ${key} as key from contact_group g where g.id = ${id}`.execute(db)
  return found.rows[0]?.key ?? ''
}
