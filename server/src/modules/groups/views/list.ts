import type { Contact } from '@crewline/contract/contacts'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { groupContacts, groupMembers, Membership } from '@crewline/contract/groups'
import type { z } from 'zod'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { cursorOf } from '../../../kernel/db/paging.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { contactsByIds } from '../../contacts/index.ts'
import { audienceWhere } from '../store/filter/audience.ts'
import { filterContext } from '../context.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { systemKeyOf } from '../filter-rules/system-groups.ts'
import { idsWithWords } from './words.ts'
import { orderOf, type Order } from './order.ts'
import { amongAll, alongOrder, alongOrderForAWhile, countedPage, COUNT_UP_TO, type Placed } from './page.ts'

type Query = QueryOf<typeof groupContacts>

/** So many workers are walked by, in the order of the list, before those who match are looked for in another way. */
const MANY_STEPS = 20_000
/** The same where words can be looked up. */
const A_FEW_STEPS = 2_000

/** A page of workers with how many there are in all, as lists answer it. */
export interface ContactPage {
  data: Contact[]
  page: number
  pageSize: number
  nextCursor?: string
  total: number
  totalIsExact: boolean
}

/** The page of workers a member asks for; refuses rules that cannot be read. */
export async function contactList(scope: Scope, query: Query): Promise<ContactPage> {
  return contactPage(scope.db, await filterContext(scope, query.filter), query)
}

/** One page of workers, searched, filtered and ordered; pages go on by cursor, or by number for the first thousand. */
export async function contactPage(db: Db, ctx: FilterContext, query: Query): Promise<ContactPage> {
  const order = orderOf(query, ctx.activity)
  const { rows, total } = await placesOf(db, ctx, query, order)
  const shown = rows.slice(0, query.pageSize)
  const last = rows.length > query.pageSize ? shown.at(-1) : undefined
  return {
    data: await contactsByIds(
      db,
      ctx.country,
      shown.map((row) => row.id),
    ),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf(order.cursor(last)) } : {}),
    total: Math.min(total, COUNT_UP_TO),
    totalIsExact: total <= COUNT_UP_TO,
  }
}

/**
 * Who stands on a page and how many there are. Where many match, the page is found along the order of the list; where few
 * do, by the words searched for, or among all who were counted. Which it is shows only when one looks.
 */
async function placesOf(
  db: Db,
  ctx: FilterContext,
  query: Query,
  order: Order,
): Promise<{ rows: Placed[]; total: number }> {
  const where = audienceWhere({ ...query, groupId: query.id }, ctx, 'filter')
  const search = query.reach === 'archived' ? '' : query.search.trim()
  const isOfGroup = query.id !== undefined && systemKeyOf(ctx.orgId, query.id) === undefined
  // A group has its own index to begin with, and there is none of archived workers by name.
  const isWalked = order.isIndexed && !isOfGroup && query.reach !== 'archived'
  if (search) {
    const begun = isWalked ? await alongOrderForAWhile(db, where, order, A_FEW_STEPS) : []
    const ids = begun.length < order.most ? await idsWithWords(db, search) : null
    const few = ids && (await countedPage(db, sql`(c.id = any(${ids}::uuid[]) and ${where})`, order))
    if (few?.page) return { rows: few.page, total: few.total }
  }
  const [walked, { total, page }] = await Promise.all([
    isWalked ? alongOrderForAWhile(db, where, order, MANY_STEPS) : [],
    countedPage(db, where, order),
  ])
  if (walked.length === order.most) return { rows: walked, total }
  return { rows: page ?? (await (isWalked || !order.isIndexed ? amongAll : alongOrder)(db, where, order)), total }
}

/** The page of one group's workers, each with why they are in it. */
export async function memberPage(scope: Scope, query: QueryOf<typeof groupMembers>) {
  const page = await contactList(scope, query)
  const reasons = await reasonsOf(
    scope,
    query.id,
    page.data.map((one) => one.id),
  )
  return { ...page, data: page.data.map((one) => ({ ...one, membership: reasons.get(one.id) ?? ('added' as const) })) }
}

/** Why each of these workers is in a group that has them. */
async function reasonsOf(
  scope: Scope,
  groupId: string,
  contactIds: string[],
): Promise<Map<string, z.infer<typeof Membership>>> {
  if (systemKeyOf(scope.orgId, groupId)) return new Map(contactIds.map((id) => [id, 'system']))
  const found = await sql<{ id: string; membership: z.infer<typeof Membership> }>`
    select m.contact_id as id, case when p.kind = 'in' then 'pinned' when m.cause = 'rules' then 'matches' else 'added' end as membership
    from group_member m left join group_pin p on p.org_id = m.org_id and p.group_id = m.group_id and p.contact_id = m.contact_id
    where m.group_id = ${groupId} and m.contact_id = any(${contactIds}::uuid[])`.execute(scope.db)
  return new Map(found.rows.map((row) => [row.id, row.membership]))
}
