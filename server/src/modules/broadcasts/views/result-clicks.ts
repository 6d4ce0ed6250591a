import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../../../kernel/scope.ts'
import { contactsWithConsent } from '../../audience/index.ts'
import { summaryColumns, type SummaryRow } from '../../contacts/index.ts'
import { PEOPLE } from './result-conditions.ts'
import type { PeopleFrom } from './result-people.ts'

/** A person with their clicks. */
export type ClickRow = SummaryRow & { sort_name: string; first_click_at: Date | null; clicks: number }

/** The owner of the links of a run. */
export const RUN_LINKS = 'broadcast_run'

/**
 * The people who clicked, or the recipients who did not: any link of the run, or this one. Who clicked is kept with the
 * run when the codes of its links are deleted at the end of their life.
 */
function clicksFrom(
  { orgId }: Scope,
  runId: string,
  { clicked, linkId }: { clicked: boolean; linkId: string | undefined },
): RawBuilder<unknown> {
  const didClick: RawBuilder<SqlBool> = linkId ? sql`k2.clicks > 0` : PEOPLE.clicked
  const isIncluded = clicked ? didClick : sql`(${PEOPLE.recipients} and not coalesce(${didClick}, false))`
  return sql`
    from ${contactsWithConsent} join broadcast_recipient p on p.org_id = c.org_id and p.contact_id = c.id
    left join (
      select d.contact_id, min(d.first_click_at) as first_click_at, sum(d.clicks)::int as clicks
      from link l join link_code d on d.org_id = l.org_id and d.link_id = l.id
      where l.org_id = ${orgId} and l.owner_kind = ${RUN_LINKS} and l.owner_id = ${runId} ${linkId ? sql`and l.id = ${linkId}` : sql``}
      group by d.contact_id
    ) k2 on k2.contact_id = p.contact_id
    where p.org_id = ${orgId} and p.run_id = ${runId} and ${isIncluded}`
}

/** Returns a page of the people who clicked, or did not, by name, and how many they are. */
export async function clicksPage(
  scope: Scope,
  runId: string,
  which: { clicked: boolean; linkId: string | undefined },
  { after, offset = 0, most }: PeopleFrom,
): Promise<{ rows: ClickRow[]; total: number }> {
  const from = clicksFrom(scope, runId, which)
  const firstClickAt = which.linkId ? sql`k2.first_click_at` : sql`coalesce(k2.first_click_at, p.clicked_at)`
  const [page, count] = await Promise.all([
    sql<ClickRow>`
      select ${summaryColumns}, c.sort_name, ${firstClickAt} as first_click_at,
        greatest(coalesce(k2.clicks, 0), ${which.clicked ? 1 : 0}) as clicks ${from}
        ${after ? sql`and (c.sort_name, c.id) > (${after.key}, ${after.id}::uuid)` : sql``}
      order by c.sort_name, c.id limit ${most} offset ${offset}`.execute(scope.db),
    sql<{ n: number }>`select count(*)::int as n ${from}`.execute(scope.db),
  ])
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 }
}
