import type { QueryOf } from '@crewline/contract/endpoint'
import type { conversations } from '@crewline/contract/inbox'
import { sql, type RawBuilder } from 'kysely'
import { readTimeCursor } from '../../../kernel/db/paging.ts'
import { fail } from '../../../kernel/failure.ts'
import { idsWithWords } from '../../groups/index.ts'
import { isFoundBy, isMeantBy, isNarrowedTo, isOfStatus } from './filter.ts'
import { columnsFor, joined, type Reader, type Row } from './rows.ts'
import { planOf, type Plan, type Walk } from './walks.ts'

/** What a page of conversations is asked with. */
export type Query = QueryOf<typeof conversations>
/** A conversation with the moment that its list is ordered by. */
export type PlacedRow = Row & { sort_at: Date }

/** Rows a page number may pass over; further down, only cursors lead. */
const OFFSET_MAX = 10_000
/** So many conversations are gone through for a search before words are looked up. */
const A_FEW_STEPS = 400
/** The same where words cannot be looked up, before everybody's are read. */
const MANY_STEPS = 10_000

/**
 * The rows of a page and one more, where there is one. Whoever has a common name is found soon along the order of the list;
 * for a rare one those who may be meant are looked up, and only their conversations are.
 */
export async function rowsOf(reader: Reader, query: Query): Promise<PlacedRow[]> {
  if (query.id) return readRows(reader, headsOf(planOfOne(query, query.id, reader), query))
  if (!query.search) return alongAll(reader, query)
  const begun = await alongForAWhile(reader, query, A_FEW_STEPS)
  if (begun.isWhole) return begun.rows
  const ids = await idsWithWords(reader.db, query.search, 'everybody')
  if (ids) return amongThese(reader, query, sql`${ids}::uuid[]`)
  const further = await alongForAWhile(reader, query, MANY_STEPS)
  return further.isWhole ? further.rows : amongThese(reader, query, everybodyMeant(query.search))
}

/** The page of a list along its order, however far that is. */
export function alongAll(reader: Reader, query: Query): Promise<PlacedRow[]> {
  return readRows(reader, headsOf(planOf(query, reader.personId), query))
}

/**
 * The page of a search as far as it is found in so many steps along the order of the list. Where several ranges hold it, what
 * is found in one counts only as far as the others were gone along. `isWhole` where more steps would change nothing.
 */
export async function alongForAWhile(
  reader: Reader,
  query: Query,
  steps: number,
): Promise<{ rows: PlacedRow[]; isWhole: boolean }> {
  const plan = planOf({ ...query, search: '' }, reader.personId)
  const each = Math.ceil(steps / plan.walks.length)
  const { by, beyond, most, offset } = placeOf(plan, query)
  const ranges = plan.walks.map(
    (walk, n) => sql`(
      select v.contact_id, v.sort_at, ${n}::int as walk, ${isFoundBy(query.search)} as fits from (
        select v.org_id, v.contact_id, ${walk.at} as sort_at from ${walk.from} where ${beyond(walk)}
        order by ${by(walk.at, walk.id)} limit ${each}) v)`,
  )
  const edge = plan.isLatestFirst ? sql`max(least)` : sql`min(most)`
  const isBefore = plan.isLatestFirst ? sql`>` : sql`<`
  const found = await sql<{ ids: string[]; isExhausted: boolean }>`
    with walked as materialized (${sql.join(ranges, sql` union all `)}),
    edge as (
      select ${edge} as at from (
        select min(sort_at) as least, max(sort_at) as most from walked group by walk having count(*) = ${each}) ends),
    placed as (
      select distinct sort_at, contact_id from walked, edge
      where fits and (edge.at is null or sort_at ${isBefore} edge.at)
      order by ${by(sql`sort_at`, sql`contact_id`)} limit ${most} offset ${offset})
    select array(select contact_id from placed) as ids, (select at is null from edge) as "isExhausted"`.execute(
    reader.db,
  )
  const { ids = [], isExhausted = false } = found.rows[0] ?? {}
  if (!isExhausted && ids.length < most) return { rows: [], isWhole: false }
  const rows = await amongThese(reader, { ...query, page: 1 }, sql`${ids}::uuid[]`)
  // One may have left the list since.
  return { rows, isWhole: rows.length === ids.length }
}

/** The page of a search among conversations with these workers, looked up one by one. */
export function amongThese(reader: Reader, query: Query, ids: RawBuilder<unknown>): Promise<PlacedRow[]> {
  const { walks, isLatestFirst } = planOf(query, reader.personId)
  const these = walks.map((walk) => ({ ...walk, where: [sql`${walk.id} = any(${ids})`, ...walk.where] }))
  return readRows(reader, headsOf({ walks: these, isLatestFirst }, query, sql`offset 0`))
}

/** Everybody whom a search means, read for once. */
export function everybodyMeant(search: string): RawBuilder<unknown> {
  return sql`array(select c.id from contact c where ${isMeantBy(search)})`
}

async function readRows(reader: Reader, heads: Heads): Promise<PlacedRow[]> {
  const page = await sql<PlacedRow>`
    select ${columnsFor(reader.personId)}, v.sort_at from (${heads.rows}) v ${joined}
    order by ${heads.by(sql`v.sort_at`, sql`v.contact_id`)}`.execute(reader.db)
  return page.rows
}

function planOfOne(query: Query, id: string, { personId }: Reader): Plan {
  const where = [sql`v.contact_id = ${id}`, isOfStatus(query.status, personId), ...isNarrowedTo(query)]
  return {
    walks: [{ from: sql`conversation v`, where, at: sql`v.last_at`, id: sql`v.contact_id` }],
    isLatestFirst: true,
  }
}

/** The order of a list, and where its page begins in it. */
function placeOf({ isLatestFirst }: Plan, query: Query) {
  const after = query.cursor ? readTimeCursor(query.cursor) : undefined
  const offset = after ? 0 : (query.page - 1) * query.pageSize
  if (offset > OFFSET_MAX)
    fail('invalid', {
      fieldErrors: {
        page: {
          en: 'This page is too far down. Go on from the page before.',
          es: 'Esta página está demasiado abajo. Sigue desde la página anterior.',
        },
      },
    })
  const direction = isLatestFirst ? sql`desc` : sql`asc`
  const beyond = isLatestFirst ? sql`<` : sql`>`
  return {
    ...{ most: query.pageSize + 1, offset },
    by: (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`${at} ${direction}, ${id} ${direction}`,
    /** The rows of a range behind the place. */
    beyond: ({ where, at, id }: Walk) =>
      sql.join(
        after ? [...where, sql`(${at}, ${id}) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`] : where,
        sql` and `,
      ),
  }
}

/** Heads of a page as SQL, in an order. */
interface Heads {
  rows: RawBuilder<unknown>
  by: (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** The heads of a page; with a bound in place of a limit the ranges are looked up whole, and then put in order. */
function headsOf(plan: Plan, query: Query, bound?: RawBuilder<unknown>): Heads {
  const { by, beyond, most, offset } = placeOf(plan, query)
  const page = sql`limit ${most} offset ${offset}`
  const isAlone = plan.walks.length === 1
  const ranges = plan.walks.map((walk) => {
    const limit = bound ?? (isAlone ? page : sql`limit ${most + offset}`)
    return sql`(select v.*, ${walk.at} as sort_at from ${walk.from} where ${beyond(walk)} order by ${by(walk.at, walk.id)} ${limit})`
  })
  const [only] = ranges
  if (only && isAlone && !bound) return { rows: only, by }
  const rows = sql`select distinct on (v.sort_at, v.contact_id) v.* from (${sql.join(ranges, sql` union all `)}) v
    order by ${by(sql`v.sort_at`, sql`v.contact_id`)} ${page}`
  return { rows, by }
}
