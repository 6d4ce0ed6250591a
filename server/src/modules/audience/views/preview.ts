import type { ContactSummary } from '@crewline/contract/contacts'
import type { FilterNode } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Scope } from '../../../kernel/scope.ts'
import { summaryColumns, summaryFrom, type SummaryRow } from '../../contacts/index.ts'
import { contactsWithConsent } from './where.ts'
import { canText, compileFilter } from './compile.ts'
import { filterContext } from '../context.ts'

/** A preview counts up to this many contacts. */
const COUNT_UP_TO = 100_000
/** Contacts shown as a sample. */
const SAMPLE = 5

/**
 * Counts the visible contacts that a filter matches now and how many of them can get messages, and returns the first
 * five by name.
 */
export async function preview(
  scope: Scope,
  filter: FilterNode,
): Promise<{ count: number; reachableCount: number; isMore: boolean; sample: ContactSummary[] }> {
  const fits = compileFilter(filter, await filterContext(scope, filter))
  const where = sql`c.org_id = ${scope.orgId} and c.archived_at is null and ${fits}`
  const [counted, sample] = await Promise.all([
    sql<{ count: number; reachable: number }>`
      select count(*)::int as count, count(*) filter (where reachable)::int as reachable from (
        select ${canText} as reachable from ${contactsWithConsent} where ${where} limit ${COUNT_UP_TO + 1}) found`.execute(
      scope.db,
    ),
    sql<SummaryRow>`
      select ${summaryColumns} from ${contactsWithConsent} where ${where} order by c.sort_name, c.id limit ${SAMPLE}`.execute(
      scope.db,
    ),
  ])
  const { count, reachable } = counted.rows[0] ?? { count: 0, reachable: 0 }
  return {
    count: Math.min(count, COUNT_UP_TO),
    reachableCount: Math.min(reachable, COUNT_UP_TO),
    isMore: count > COUNT_UP_TO,
    sample: sample.rows.map((row) => summaryFrom(row, scope.org.country)),
  }
}
