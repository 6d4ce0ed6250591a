import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Order } from './order.ts'

/** Totals above this are not exact: the last digits of a large number do not matter to readers. */
export const COUNT_UP_TO = 10_000

/** A contact on a page with its sort key. */
export interface Placed {
  id: string
  key: string
}

/** Reads a page in index order: fast when many contacts match. */
export async function alongOrder(db: Db, where: RawBuilder<SqlBool>, order: Order): Promise<Placed[]> {
  const { from, key, by, after, text, most, offset } = order
  const result = await sql<Placed>`
    select c.id, ${text(key)} as key from ${from} where ${where} and ${after(key, sql`c.id`)}
    order by ${by(key, sql`c.id`)} limit ${most} offset ${offset}`.execute(db)
  return result.rows
}

/**
 * Like `alongOrder`, but stops after this many contacts: the planner cannot know how rare matches are. Scans only
 * contacts with a value; a full page of them is complete, because the others sort last.
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
  const result = await sql<Placed>`
    select id, ${text(sql`key`)} as key from (
      select c.id, ${key} as key, ${where} as fits from ${from}
      where c.archived_at is null and ${isFilled} and ${afterAmongFilled(key, sql`c.id`)}
      order by ${key} ${direction}, c.id ${direction} limit ${steps}) walked
    where fits limit ${most} offset ${offset}`.execute(db)
  return result.rows
}

/** Finds and sorts all matching contacts, for when scanning the order found too few. */
export async function amongAll(db: Db, where: RawBuilder<SqlBool>, order: Order): Promise<Placed[]> {
  const { from, key, by, after, text, most, offset } = order
  // `offset 0` prevents the planner from scanning in list order anyway.
  const result = await sql<Placed>`
    select id, ${text(sql`key`)} as key from (
      select c.id, ${key} as key from ${from} where ${where} and ${after(key, sql`c.id`)} offset 0) found
    order by ${by(sql`found.key`, sql`id`)} limit ${most} offset ${offset}`.execute(db)
  return result.rows
}

/** Counts the matches up to one more than the limit; returns the page too if all of them were counted. */
export async function countedPage(
  db: Db,
  where: RawBuilder<SqlBool>,
  order: Order,
): Promise<{ total: number; page: Placed[] | null }> {
  const { from, key, by, after, text, most, offset } = order
  const result = await sql<{ id: string | null; key: string; total: number }>`
    with found as materialized (
      select c.id, ${key} as key from ${from} where ${where} limit ${COUNT_UP_TO + 1})
    select null as id, '' as key, count(*)::int as total from found
    union all
    (select id, ${text(sql`key`)}, 0 from found
      where (select count(*) from found) <= ${COUNT_UP_TO} and ${after(sql`key`, sql`id`)}
      order by ${by(sql`found.key`, sql`id`)} limit ${most} offset ${offset})`.execute(db)
  const total = result.rows.find((row) => row.id === null)?.total ?? 0
  const page = result.rows.flatMap(({ id, key }) => (id === null ? [] : [{ id, key }]))
  return { total, page: total > COUNT_UP_TO ? null : page }
}
