import type { QueryOf } from '@crewline/contract/endpoint'
import type { groupContacts } from '@crewline/contract/groups'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { readCursor } from '../../../kernel/db/paging.ts'
import { contactsWithConsent } from '../store/filter/audience.ts'

/** Beyond this many the total is an estimate: nobody reads the last digits of a large number. */
export const COUNT_UP_TO = 10_000

/** One worker of a page, with what the page is sorted by. */
export interface Placed {
  id: string
  key: string
}

/** How a list is ordered and where its page begins. */
interface Order {
  column: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  /** Narrows to what comes behind the cursor. */
  after: (key: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The cursor's key as text. */
  text: (key: RawBuilder<unknown>) => RawBuilder<unknown>
  /** One more than the page holds, to know whether there is another. */
  most: number
  offset: number
}

/** The order a list is asked for in. */
export function orderOf(query: Pick<QueryOf<typeof groupContacts>, 'sort' | 'order' | 'cursor' | 'page' | 'pageSize'>) {
  const isByName = query.sort === 'name'
  const after = query.cursor ? readCursor(query.cursor) : undefined
  const type = isByName ? sql`text` : sql`timestamptz`
  const beyond = query.order === 'desc' ? sql`<` : sql`>`
  const order: Order = {
    column: isByName ? sql`c.sort_name` : sql`c.created_at`,
    direction: query.order === 'desc' ? sql`desc` : sql`asc`,
    after: (key, id) => (after ? sql`(${key}, ${id}) ${beyond} (${after.key}::${type}, ${after.id}::uuid)` : sql`true`),
    text: (key) => (isByName ? key : sql`${key}::text`),
    most: query.pageSize + 1,
    offset: after ? 0 : (query.page - 1) * query.pageSize,
  }
  return order
}

/** A page straight along the index of its order: as quick as matching workers are many. */
export async function alongOrder(db: Db, where: RawBuilder<SqlBool>, order: Order): Promise<Placed[]> {
  const { column, direction, after, text, most, offset } = order
  const found = await sql<Placed>`
    select c.id, ${text(column)} as key from ${contactsWithConsent} where ${where} and ${after(column, sql`c.id`)}
    order by ${column} ${direction}, c.id ${direction} limit ${most} offset ${offset}`.execute(db)
  return found.rows
}

/** The same, which gives up after so many workers: the planner cannot know how rare those are who match. */
export async function alongOrderForAWhile(
  db: Db,
  where: RawBuilder<SqlBool>,
  order: Order,
  steps: number,
): Promise<Placed[]> {
  const { column, direction, after, text, most, offset } = order
  const found = await sql<Placed>`
    select id, ${text(sql`key`)} as key from (
      select c.id, ${column} as key, ${where} as fits from ${contactsWithConsent}
      where c.archived_at is null and ${after(column, sql`c.id`)}
      order by ${column} ${direction}, c.id ${direction} limit ${steps}) walked
    where fits limit ${most} offset ${offset}`.execute(db)
  return found.rows
}

/** The same in any other way: all who match are found and sorted, where the first so many of the order were not among them. */
export async function amongAll(db: Db, where: RawBuilder<SqlBool>, order: Order): Promise<Placed[]> {
  const { column, direction, after, text, most, offset } = order
  // An offset of nothing keeps the planner from walking along the order after all.
  const found = await sql<Placed>`
    select id, ${text(sql`key`)} as key from (
      select c.id, ${column} as key from ${contactsWithConsent} where ${where} and ${after(column, sql`c.id`)} offset 0) found
    order by found.key ${direction}, id ${direction} limit ${most} offset ${offset}`.execute(db)
  return found.rows
}

/** How many match, up to one more than is counted; where all of them were counted, the page as well. */
export async function countedPage(
  db: Db,
  where: RawBuilder<SqlBool>,
  order: Order,
): Promise<{ total: number; page: Placed[] | null }> {
  const { column, direction, after, text, most, offset } = order
  const found = await sql<{ id: string | null; key: string; total: number }>`
    with found as materialized (
      select c.id, ${column} as key from ${contactsWithConsent} where ${where} limit ${COUNT_UP_TO + 1})
    select null as id, '' as key, count(*)::int as total from found
    union all
    (select id, ${text(sql`key`)}, 0 from found
      where (select count(*) from found) <= ${COUNT_UP_TO} and ${after(sql`key`, sql`id`)}
      order by found.key ${direction}, id ${direction} limit ${most} offset ${offset})`.execute(db)
  const total = found.rows.find((row) => row.id === null)?.total ?? 0
  const page = found.rows.flatMap(({ id, key }) => (id === null ? [] : [{ id, key }]))
  return { total, page: total > COUNT_UP_TO ? null : page }
}
