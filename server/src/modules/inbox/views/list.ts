import { sql, type RawBuilder } from 'kysely'
import { cursorOf } from '../../../kernel/db/paging.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { unreadOrder } from '../../conversations/index.ts'
import { visibleGroupIds } from '../../team/index.ts'
import { isNarrowedTo, isOfStatus, type Filter } from './filter.ts'
import { rowsOf, type Query } from './pages.ts'
import { conversationFrom, type Reader } from './rows.ts'
import { canWalkGroups } from './walks.ts'

/** Maximum number of groups one list reads; see the contract. */
const GROUPS_AT_ONCE = 50
/** The id of a group without members. */
const NO_GROUP = '00000000-0000-0000-0000-000000000000'
/** The badge shows 99+ above this. */
const UNREAD_UP_TO = 100

/**
 * Rewrites the query of a member with a group scope as one for exactly these groups. Row-level security shows no other
 * conversations, and reading the rows of the groups costs one page, while searching all conversations costs the whole
 * organization.
 */
export async function narrowToVisibleGroups(scope: Scope, query: Query): Promise<Query> {
  if (!scope.isLimitedToGroups || query.id || (query.groupIds ?? []).length > 0 || !canWalkGroups(query)) return query
  const groupIds = await visibleGroupIds(scope)
  if (groupIds.length > GROUPS_AT_ONCE) return query
  return { ...query, groupIds: groupIds.length > 0 ? groupIds : [NO_GROUP] }
}

/** Returns one page of a view in its order. Every filter uses one or a few index ranges; see docs/performance.md. */
export async function conversationPage(reader: Reader, request: Query) {
  const query =
    request.status === 'unread'
      ? { ...request, unsorted: await unreadOrder.unsorted(reader.db, reader.userId) }
      : request
  const [matchingRows, unreadTotal] = await Promise.all([rowsOf(reader, query), unreadUpTo(reader)])
  const rows = matchingRows.slice(0, query.pageSize)
  const last = matchingRows.length > query.pageSize ? rows.at(-1) : undefined
  return {
    data: rows.map((row) => conversationFrom(row, reader.country)),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.sort_at.toISOString(), id: last.contact_id }) } : {}),
    unreadTotal,
  }
}

/** Counts the unread conversations of the reader, up to what the badge shows. */
async function unreadUpTo({ db, userId }: Reader): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*)::int as total from (select from unread where user_id = ${userId} limit ${UNREAD_UP_TO}) counted`.execute(
    db,
  )
  return result.rows[0]?.total ?? 0
}

/** Counts the conversations that match a filter up to a bound; one more than the bound means there are more. */
export async function countMatching({ db, userId }: Reader, filter: Filter, upTo: number): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from (select from conversation v where ${conditionOf(filter, userId)} limit ${upTo + 1}) counted`.execute(
    db,
  )
  return result.rows[0]?.n ?? 0
}

/**
 * Returns the next matching conversations by id without messages since a time: newer ones are not part of the
 * selection.
 */
export async function idsMatching(
  { db, userId }: Pick<Reader, 'db' | 'userId'>,
  filter: Filter,
  { afterId, until, most }: { afterId: string | null; until: Date; most: number },
): Promise<string[]> {
  const beyond = afterId === null ? sql`` : sql`and v.contact_id > ${afterId}`
  const result = await sql<{ id: string }>`
    select v.contact_id as id from conversation v where ${conditionOf(filter, userId)} and v.last_at <= ${until} ${beyond}
    order by v.contact_id limit ${most}`.execute(db)
  return result.rows.map((row) => row.id)
}

function conditionOf(filter: Filter, userId: string): RawBuilder<unknown> {
  return sql.join([isOfStatus(filter.status, userId), ...isNarrowedTo(filter)], sql` and `)
}
