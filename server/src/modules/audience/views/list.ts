import type { groupContacts } from '@crewline/contract/audience'
import type { Contact } from '@crewline/contract/contacts'
import type { QueryOf } from '@crewline/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { cursorOf } from '../../../kernel/db/paging.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { contactsByIds } from '../../contacts/index.ts'
import { audienceWhere } from './where.ts'
import { filterContext } from '../context.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { groupMembership } from '../ports.ts'
import { idsMatchingTerms } from './terms.ts'
import { orderOf, type Order } from './order.ts'
import { amongAll, alongOrder, alongOrderForAWhile, countedPage, COUNT_UP_TO, type Placed } from './page.ts'

type Query = QueryOf<typeof groupContacts>

/** Contacts scanned in list order before matching contacts are searched in another way. */
const LONG_WALK_STEPS = 20_000
/** The same limit when the word index can be used. */
const SHORT_WALK_STEPS = 2_000

/** A page of contacts with the total, as lists return it. */
export interface ContactPage {
  data: Contact[]
  page: number
  pageSize: number
  nextCursor?: string
  total: number
  totalIsExact: boolean
}

/** Returns the page of contacts a member requests; fails when rules cannot be read. */
export async function contactList(scope: Scope, query: Query): Promise<ContactPage> {
  return contactPage(scope.db, await filterContext(scope, query.filter), query)
}

/**
 * Returns one page of contacts, searched, filtered and sorted; further pages by cursor, or by number up to page 1,000.
 */
export async function contactPage(db: Db, ctx: FilterContext, query: Query): Promise<ContactPage> {
  const order = orderOf(query, ctx.activity)
  const { rows, total } = await findPageRows(db, ctx, query, order)
  const pageRows = rows.slice(0, query.pageSize)
  const last = rows.length > query.pageSize ? pageRows.at(-1) : undefined
  return {
    data: await contactsByIds(
      db,
      ctx.country,
      pageRows.map((row) => row.id),
    ),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf(order.cursor(last)) } : {}),
    total: Math.min(total, COUNT_UP_TO),
    totalIsExact: total <= COUNT_UP_TO,
  }
}

/**
 * Finds the contacts of a page and their total. When many match, scans in list order; when few match, uses the word
 * index or sorts all counted contacts. Which case applies is known only after trying.
 */
async function findPageRows(
  db: Db,
  ctx: FilterContext,
  query: Query,
  order: Order,
): Promise<{ rows: Placed[]; total: number }> {
  const where = audienceWhere({ ...query, groupId: query.id }, ctx, 'filter')
  const search = query.reach === 'archived' ? '' : query.search.trim()
  const isOfGroup = query.id !== undefined && !groupMembership.get().builtInRules(ctx.orgId, query.id)
  // A group starts from its own index, and archived contacts have no index by name.
  const isWalked = order.isIndexed && !isOfGroup && query.reach !== 'archived'
  if (search) {
    const shortWalkRows = isWalked ? await alongOrderForAWhile(db, where, order, SHORT_WALK_STEPS) : []
    const ids = shortWalkRows.length < order.most ? await idsMatchingTerms(db, search) : null
    const countedMatches = ids && (await countedPage(db, sql`(c.id = any(${ids}::uuid[]) and ${where})`, order))
    if (countedMatches?.page) return { rows: countedMatches.page, total: countedMatches.total }
  }
  const [walked, { total, page }] = await Promise.all([
    isWalked ? alongOrderForAWhile(db, where, order, LONG_WALK_STEPS) : [],
    countedPage(db, where, order),
  ])
  if (walked.length === order.most) return { rows: walked, total }
  return { rows: page ?? (await (isWalked || !order.isIndexed ? amongAll : alongOrder)(db, where, order)), total }
}
