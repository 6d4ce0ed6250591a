import { sql, type RawBuilder } from 'kysely'
import { cursorOf } from '../../../kernel/db/paging.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { groupsSeen } from '../../team/index.ts'
import { isNarrowedTo, isOfStatus, type Filter } from './filter.ts'
import { rowsOf, type Query } from './pages.ts'
import { conversationFrom, type Reader } from './rows.ts'
import { canWalkGroups } from './walks.ts'

/** Most groups one list walks; see the contract. */
const GROUPS_AT_ONCE = 50
/** In this group is nobody. */
const NO_GROUP = '00000000-0000-0000-0000-000000000000'
/** Beyond this the badge says 99+ anyway. */
const UNREAD_UP_TO = 100

/**
 * The query of a member of some groups, as one for exactly these groups: the database shows no other conversations, and
 * walking the groups' own rows costs a page where looking for them in everybody's costs the organization.
 */
export async function inGroupsSeen(scope: Scope, query: Query): Promise<Query> {
  if (!scope.isNarrow || query.id || (query.groupIds ?? []).length > 0 || !canWalkGroups(query)) return query
  const groupIds = await groupsSeen(scope)
  if (groupIds.length > GROUPS_AT_ONCE) return query
  return { ...query, groupIds: groupIds.length > 0 ? groupIds : [NO_GROUP] }
}

/** One page of a view in its order. Every filter is one index range or few; see docs/performance.md. */
export async function conversationPage(reader: Reader, query: Query) {
  const [found, unreadTotal] = await Promise.all([rowsOf(reader, query), unreadUpTo(reader)])
  const rows = found.slice(0, query.pageSize)
  const last = found.length > query.pageSize ? rows.at(-1) : undefined
  return {
    data: rows.map((row) => conversationFrom(row, reader.country)),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.sort_at.toISOString(), id: last.contact_id }) } : {}),
    unreadTotal,
  }
}

/** How many conversations the reader has not read, up to what a badge shows. */
async function unreadUpTo({ db, personId }: Reader): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*)::int as total from (select from unread where person_id = ${personId} limit ${UNREAD_UP_TO}) counted`.execute(
    db,
  )
  return found.rows[0]?.total ?? 0
}

/** How many conversations a filter matches, counted up to a bound; one more means there are more. */
export async function countMatching({ db, personId }: Reader, filter: Filter, upTo: number): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from (select from conversation v where ${conditionOf(filter, personId)} limit ${upTo + 1}) counted`.execute(
    db,
  )
  return found.rows[0]?.n ?? 0
}

/** The next conversations that match a filter, by id, untouched since a moment: what comes in meanwhile was not meant. */
export async function idsMatching(
  { db, personId }: Pick<Reader, 'db' | 'personId'>,
  filter: Filter,
  { afterId, until, most }: { afterId: string | null; until: Date; most: number },
): Promise<string[]> {
  const beyond = afterId === null ? sql`` : sql`and v.contact_id > ${afterId}`
  const found = await sql<{ id: string }>`
    select v.contact_id as id from conversation v where ${conditionOf(filter, personId)} and v.last_at <= ${until} ${beyond}
    order by v.contact_id limit ${most}`.execute(db)
  return found.rows.map((row) => row.id)
}

function conditionOf(filter: Filter, personId: string): RawBuilder<unknown> {
  return sql.join([isOfStatus(filter.status, personId), ...isNarrowedTo(filter)], sql` and `)
}
