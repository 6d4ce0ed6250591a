import type { ContactSummary } from '@crewline/contract/contacts'
import type { QueryOf } from '@crewline/contract/endpoint'
import type { groupPins } from '@crewline/contract/groups'
import { sql } from 'kysely'
import { cursorOf, readCursor } from '../../../kernel/db/paging.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { summaryColumns, summaryFrom, type SummaryRow } from '../../contacts/index.ts'
import { contactsWithConsent } from '../../audience/index.ts'

interface PinPage {
  data: ContactSummary[]
  page: number
  pageSize: number
  nextCursor?: string
  total: number
}

/** Returns one page of the visible contacts pinned in or out of a group, by name. */
export async function pinned(scope: Scope, query: QueryOf<typeof groupPins>): Promise<PinPage> {
  const { page, pageSize, cursor } = query
  const where = sql`c.org_id = ${scope.orgId} and c.archived_at is null and exists (select from group_pin p
    where p.org_id = c.org_id and p.group_id = ${query.id} and p.contact_id = c.id and p.kind = ${query.kind})`
  const after = cursor ? readCursor(cursor) : undefined
  const from = after ? sql`and (c.sort_name, c.id) > (${after.key}, ${after.id}::uuid)` : sql``
  const [result, count] = await Promise.all([
    sql<SummaryRow & { sort_name: string }>`
      select ${summaryColumns}, c.sort_name from ${contactsWithConsent} where ${where} ${from}
      order by c.sort_name, c.id limit ${pageSize + 1} offset ${after ? 0 : (page - 1) * pageSize}`.execute(scope.db),
    sql<{ total: number }>`select count(*)::int as total from ${contactsWithConsent} where ${where}`.execute(scope.db),
  ])
  const rows = result.rows.slice(0, pageSize)
  const last = result.rows.length > pageSize ? rows.at(-1) : undefined
  return {
    data: rows.map((row) => summaryFrom(row, scope.org.country)),
    page,
    pageSize,
    total: count.rows[0]?.total ?? 0,
    ...(last
      ? {
          nextCursor: cursorOf({
            key: last.sort_name,
            id: last.contact_id,
          }),
        }
      : {}),
  }
}
