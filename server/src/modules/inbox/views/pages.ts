import { msg } from '@crewline/contract/localized-text'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { conversations } from '@crewline/contract/inbox'
import { sql, type RawBuilder } from 'kysely'
import { readTimeCursor } from '../../../kernel/db/paging.ts'
import { fail } from '../../../kernel/failure.ts'
import { idsMatchingTerms } from '../../audience/index.ts'
import { contactMatchesSearch, matchesSearch, isNarrowedTo, isOfStatus, type Filter } from './filter.ts'
import { columnsFor, joined, type Reader, type Row } from './rows.ts'
import { planOf, type Plan, type Walk } from './walks.ts'

/** The query of a page of conversations. */
export type Query = QueryOf<typeof conversations> & Pick<Filter, 'unsorted'>
/** A conversation with the time its list is sorted by. */
export type PlacedRow = Row & { sort_at: Date }

/** Maximum offset of a page number; further pages need a cursor. */
const OFFSET_MAX = 10_000
/** Conversations scanned by a search before the word index is used. */
const SHORT_WALK_STEPS = 400
/** The same limit when the word index cannot be used, before all matching contacts are read. */
const LONG_WALK_STEPS = 10_000

/**
 * Returns the rows of a page and one more, if there is one. A common name is found soon by scanning in list order; for
 * a rare one, the candidates are looked up and only their conversations are read.
 */
export async function rowsOf(reader: Reader, query: Query): Promise<PlacedRow[]> {
  if (query.id) return readRows(reader, summariesOf(planOfOne(query, query.id, reader), query))
  if (!query.search) return alongAll(reader, query)
  const shortWalk = await alongForAWhile(reader, query, SHORT_WALK_STEPS)
  if (shortWalk.isComplete) return shortWalk.rows
  const ids = await idsMatchingTerms(reader.db, query.search, 'everybody')
  if (ids) return rowsAmong(reader, query, sql`${ids}::uuid[]`)
  const further = await alongForAWhile(reader, query, LONG_WALK_STEPS)
  return further.isComplete ? further.rows : rowsAmong(reader, query, matchingContactIds(query.search))
}

/** Reads a page of a list in its order, without a limit on steps. */
export function alongAll(reader: Reader, query: Query): Promise<PlacedRow[]> {
  return readRows(reader, summariesOf(planOf(query, reader.userId), query))
}

/**
 * Reads a page of a search within a number of steps in list order. When several ranges form the list, matches in one
 * range count only up to where the others were scanned. `isWhole` when more steps would not change the page.
 */
export async function alongForAWhile(
  reader: Reader,
  query: Query,
  steps: number,
): Promise<{ rows: PlacedRow[]; isComplete: boolean }> {
  const plan = planOf({ ...query, search: '' }, reader.userId)
  const each = Math.ceil(steps / plan.walks.length)
  const { by, beyond, most, offset } = pageBounds(plan, query)
  const ranges = plan.walks.map(
    (walk, n) => sql`(
      select v.contact_id, v.sort_at, ${n}::int as walk, ${contactMatchesSearch(query.search)} as fits from (
        select v.org_id, v.contact_id, ${walk.at} as sort_at from ${walk.from} where ${beyond(walk)}
        order by ${by(walk.at, walk.id)} limit ${each}) v)`,
  )
  const edge = plan.isLatestFirst ? sql`max(least)` : sql`min(most)`
  const isBefore = plan.isLatestFirst ? sql`>` : sql`<`
  const result = await sql<{ ids: string[]; isExhausted: boolean }>`
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
  const { ids = [], isExhausted = false } = result.rows[0] ?? {}
  if (!isExhausted && ids.length < most) return { rows: [], isComplete: false }
  const rows = await rowsAmong(reader, { ...query, page: 1 }, sql`${ids}::uuid[]`)
  // A conversation may have left the list since.
  return { rows, isComplete: rows.length === ids.length }
}

/** Reads a page of a search among the conversations with these contacts, looked up one by one. */
export function rowsAmong(reader: Reader, query: Query, ids: RawBuilder<unknown>): Promise<PlacedRow[]> {
  const { walks, isLatestFirst } = planOf(query, reader.userId)
  const narrowedWalks = walks.map((walk) => ({ ...walk, where: [sql`${walk.id} = any(${ids})`, ...walk.where] }))
  return readRows(reader, summariesOf({ walks: narrowedWalks, isLatestFirst }, query, sql`offset 0`))
}

/** Selects all contacts that match a search, read once. */
export function matchingContactIds(search: string): RawBuilder<unknown> {
  return sql`array(select c.id from contact c where ${matchesSearch(search)})`
}

async function readRows(reader: Reader, summaryQuery: SummaryQuery): Promise<PlacedRow[]> {
  const page = await sql<PlacedRow>`
    select ${columnsFor(reader.userId)}, v.sort_at from (${summaryQuery.rows}) v ${joined}
    order by ${summaryQuery.by(sql`v.sort_at`, sql`v.contact_id`)}`.execute(reader.db)
  return page.rows
}

function planOfOne(query: Query, id: string, { userId }: Reader): Plan {
  const where = [sql`v.contact_id = ${id}`, isOfStatus(query.status, userId), ...isNarrowedTo(query)]
  return {
    walks: [{ from: sql`conversation v`, where, at: sql`v.last_at`, id: sql`v.contact_id` }],
    isLatestFirst: true,
  }
}

/** Returns the order of a list and the start of its page. */
function pageBounds({ isLatestFirst }: Plan, query: Query) {
  const after = query.cursor ? readTimeCursor(query.cursor) : undefined
  const offset = after ? 0 : (query.page - 1) * query.pageSize
  if (offset > OFFSET_MAX)
    fail('invalid', {
      fieldErrors: {
        page: msg({ message: 'This page is too far down. Continue from the previous page.' }),
      },
    })
  const direction = isLatestFirst ? sql`desc` : sql`asc`
  const beyond = isLatestFirst ? sql`<` : sql`>`
  return {
    most: query.pageSize + 1,
    offset,
    by: (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`${at} ${direction}, ${id} ${direction}`,
    beyond: ({ where, at, id }: Walk) =>
      sql.join(
        after ? [...where, sql`(${at}, ${id}) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`] : where,
        sql` and `,
      ),
  }
}

/** Conversation rows of a page as SQL, with their order. */
interface SummaryQuery {
  rows: RawBuilder<unknown>
  by: (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Builds the conversation rows of a page; with `bound` instead of a limit, reads the ranges completely and sorts them
 * afterwards.
 */
function summariesOf(plan: Plan, query: Query, bound?: RawBuilder<unknown>): SummaryQuery {
  const { by, beyond, most, offset } = pageBounds(plan, query)
  const page = sql`limit ${most} offset ${offset}`
  const isSingleWalk = plan.walks.length === 1
  const ranges = plan.walks.map((walk) => {
    const limit = bound ?? (isSingleWalk ? page : sql`limit ${most + offset}`)
    return sql`(select v.*, ${walk.at} as sort_at from ${walk.from} where ${beyond(walk)} order by ${by(walk.at, walk.id)} ${limit})`
  })
  const [only] = ranges
  if (only && isSingleWalk && !bound) return { rows: only, by }
  const rows = sql`select distinct on (v.sort_at, v.contact_id) v.* from (${sql.join(ranges, sql` union all `)}) v
    order by ${by(sql`v.sort_at`, sql`v.contact_id`)} ${page}`
  return { rows, by }
}
