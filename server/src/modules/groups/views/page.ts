import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Order } from './order.ts'

/** Beyond this many the total is an estimate: nobody reads the last digits of a large number. */
export const COUNT_UP_TO = 10_000

/** One worker of a page, with what the page is sorted by. */
export interface Placed {
  id: string
  key: string
}

/** A page straight along the index of its order: as quick as matching workers are many. */
export async function alongOrder(db: Db, where: RawBuilder<SqlBool>, order: Order): Promise<Placed[]> {
  const { from, key, by, after, text, most, offset } = order
  const found = await sql<Placed>`
    select c.id, ${text(key)} as key from ${from} where ${where} and ${after(key, sql`c.id`)}
    order by ${by(key, sql`c.id`)} limit ${most} offset ${offset}`.execute(db)
  return found.rows
}

/**
 * The same, which gives up after so many workers: the planner cannot know how rare those are who match. Goes through those
 * only who are not empty; a page that is full of them is the page, because the others come last.
 */
export async function alongOrderForAWhile(
  db: Db,
  where: RawBuilder<SqlBool>,
  order: Order,
  steps: number,
): Promise<Placed[]> {
  const { from, key, canBeEmpty, direction, afterAmongFilled, text, most, offset } = order
  if (!afterAmongFilled) return []
  const isFilled = canBeEmpty ? sql`${key} is not null` : sql`true`
  const found = await sql<Placed>`
    select id, ${text(sql`key`)} as key from (
      select c.id, ${key} as key, ${where} as fits from ${from}
      where c.archived_at is null and ${isFilled} and ${afterAmongFilled(key, sql`c.id`)}
      order by ${key} ${direction}, c.id ${direction} limit ${steps}) walked
    where fits limit ${most} offset ${offset}`.execute(db)
  return found.rows
}

/** The same in any other way: all who match are found and sorted, where the first so many of the order were not among them. */
export async function amongAll(db: Db, where: RawBuilder<SqlBool>, order: Order): Promise<Placed[]> {
  const { from, key, by, after, text, most, offset } = order
  // An offset of nothing keeps the planner from walking along the order after all.
  const found = await sql<Placed>`
    select id, ${text(sql`key`)} as key from (
      select c.id, ${key} as key from ${from} where ${where} and ${after(key, sql`c.id`)} offset 0) found
    order by ${by(sql`found.key`, sql`id`)} limit ${most} offset ${offset}`.execute(db)
  return found.rows
}

/** How many match, up to one more than is counted; where all of them were counted, the page as well. */
export async function countedPage(
  db: Db,
  where: RawBuilder<SqlBool>,
  order: Order,
): Promise<{ total: number; page: Placed[] | null }> {
  const { from, key, by, after, text, most, offset } = order
  const found = await sql<{ id: string | null; key: string; total: number }>`
    with found as materialized (
      select c.id, ${key} as key from ${from} where ${where} limit ${COUNT_UP_TO + 1})
    select null as id, '' as key, count(*)::int as total from found
    union all
    (select id, ${text(sql`key`)}, 0 from found
      where (select count(*) from found) <= ${COUNT_UP_TO} and ${after(sql`key`, sql`id`)}
      order by ${by(sql`found.key`, sql`id`)} limit ${most} offset ${offset})`.execute(db)
  const total = found.rows.find((row) => row.id === null)?.total ?? 0
  const page = found.rows.flatMap(({ id, key }) => (id === null ? [] : [{ id, key }]))
  return { total, page: total > COUNT_UP_TO ? null : page }
}
