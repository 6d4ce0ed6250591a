import type { QueryOf } from '@crewline/contract/endpoint'
import type { groupContacts, GroupValue } from '@crewline/contract/groups'
import { phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { cursorOf, readCursor } from '../../kernel/db/paging.ts'
import { contactsByIds, folded, literally } from '../contacts/index.ts'

/** Every group, by name. */
export async function valuesOf(db: Db): Promise<GroupValue[]> {
  const found =
    await sql<GroupValue>`select id, name, contact_count as "contactCount" from contact_group order by lower(name)`.execute(
      db,
    )
  return found.rows
}

/** Those of these groups that an organization has and the handle may see, with their names, by name. */
export async function namesOf(db: Db, orgId: string, ids: string[]): Promise<{ id: string; name: string }[]> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from contact_group where org_id = ${orgId} and id = any(${ids}::uuid[]) order by lower(name), id`.execute(
    db,
  )
  return found.rows
}

/** The names of the groups each of these workers is in. */
export async function groupsOf(db: Db, contactIds: string[]): Promise<Map<string, { id: string; name: string }[]>> {
  const found = await sql<{ contact_id: string; id: string; name: string }>`
    select m.contact_id, g.id, g.name from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id
    where m.contact_id = any(${contactIds}::uuid[]) order by lower(g.name)`.execute(db)
  const byContact = new Map<string, { id: string; name: string }[]>()
  for (const row of found.rows)
    byContact.set(row.contact_id, [...(byContact.get(row.contact_id) ?? []), { id: row.id, name: row.name }])
  return byContact
}

type Query = QueryOf<typeof groupContacts>

/** Beyond this many the total is an estimate: nobody reads the last digits of a large number. */
const COUNT_UP_TO = 10_000

/** One page of workers, searched and ordered; pages go on by cursor, or by number for the first thousand. */
export async function contactPage(db: Db, country: string, query: Query) {
  const where = conditions(query)
  const keyColumn = query.sort === 'name' ? sql`c.sort_name` : sql`c.created_at`
  const descending = query.order === 'desc'
  const after = query.cursor ? readCursor(query.cursor) : undefined
  const keyType = query.sort === 'name' ? sql`text` : sql`timestamptz`
  const from = after
    ? descending
      ? sql`and (${keyColumn}, c.id) < (${after.key}::${keyType}, ${after.id}::uuid)`
      : sql`and (${keyColumn}, c.id) > (${after.key}::${keyType}, ${after.id}::uuid)`
    : sql``
  const direction = descending ? sql`desc` : sql`asc`
  const offset = after ? 0 : (query.page - 1) * query.pageSize
  const [page, count] = await Promise.all([
    sql<{ id: string; key: string }>`
      select c.id, ${query.sort === 'name' ? sql`c.sort_name` : sql`c.created_at::text`} as key
      from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
      where ${where} ${from}
      order by ${keyColumn} ${direction}, c.id ${direction} limit ${query.pageSize + 1} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (
        select from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone where ${where} limit ${COUNT_UP_TO + 1}) counted`.execute(
      db,
    ),
  ])
  const rows = page.rows.slice(0, query.pageSize)
  const last = page.rows.length > query.pageSize ? rows.at(-1) : undefined
  const total = count.rows[0]?.total ?? 0
  return {
    data: await contactsByIds(
      db,
      country,
      rows.map((row) => row.id),
    ),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.key, id: last.id }) } : {}),
    total: Math.min(total, COUNT_UP_TO),
    totalIsExact: total <= COUNT_UP_TO,
  }
}

function conditions(query: Query): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    query.reach === 'archived' ? sql`c.archived_at is not null` : sql`c.archived_at is null`,
  ]
  if (query.reach === 'can_text')
    parts.push(sql`c.phone is not null and c.phone_state = 'ok' and k.opted_out is not true`)
  if (query.reach === 'opted_out') parts.push(sql`k.opted_out`)
  if (query.reach === 'no_mobile') parts.push(sql`c.phone is null`)
  if (query.id)
    parts.push(
      sql`exists (select from group_member g where g.org_id = c.org_id and g.group_id = ${query.id} and g.contact_id = c.id)`,
    )
  if (query.search) parts.push(matches(query.search))
  return sql.join(parts, sql` and `)
}

/** Every word must be in the name, or the digits in the number. */
function matches(search: string): RawBuilder<unknown> {
  const words = folded(search).split(/\s+/).slice(0, 8)
  const names = sql.join(
    words.map((word) => sql`c.sort_name like ${`%${literally(word)}%`}`),
    sql` and `,
  )
  const digits = phoneDigits(search)
  return digits ? sql`(c.phone like ${`%${digits}%`} or (${names}))` : sql`(${names})`
}
