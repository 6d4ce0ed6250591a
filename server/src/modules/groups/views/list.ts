import type { Contact } from '@crewline/contract/contacts'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { groupContacts, groupMembers, Membership } from '@crewline/contract/groups'
import type { z } from 'zod'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { cursorOf, readCursor } from '../../../kernel/db/paging.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { contactsByIds } from '../../contacts/index.ts'
import { audienceWhere, contactsWithConsent } from '../store/filter/audience.ts'
import { filterContext } from '../context.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { systemKeyOf } from '../filter-rules/system-groups.ts'

type Query = QueryOf<typeof groupContacts>

/** Beyond this many the total is an estimate: nobody reads the last digits of a large number. */
const COUNT_UP_TO = 10_000

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
  const where = audienceWhere({ ...query, groupId: query.id }, ctx, 'filter')
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
      from ${contactsWithConsent}
      where ${where} ${from}
      order by ${keyColumn} ${direction}, c.id ${direction} limit ${query.pageSize + 1} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (
        select from ${contactsWithConsent} where ${where} limit ${COUNT_UP_TO + 1}) counted`.execute(db),
  ])
  const rows = page.rows.slice(0, query.pageSize)
  const last = page.rows.length > query.pageSize ? rows.at(-1) : undefined
  const total = count.rows[0]?.total ?? 0
  return {
    data: await contactsByIds(
      db,
      ctx.country,
      rows.map((row) => row.id),
    ),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.key, id: last.id }) } : {}),
    total: Math.min(total, COUNT_UP_TO),
    totalIsExact: total <= COUNT_UP_TO,
  }
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
