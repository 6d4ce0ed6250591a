import { oneOff } from '../../../kernel/db/statement-names.ts'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Scope } from '../../../kernel/scope.ts'
import { filterContext } from '../context.ts'
import { readRule } from '../filter-rules/check.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { compileFilter, compileRule } from './compile.ts'
import { contactsWithConsent } from './where.ts'

/** How one contact compares with a filter. */
export interface Explanation {
  /** Whether the contact is not archived and the whole filter matches; false without a filter. */
  matches: boolean
  /** Each rule that the reader may see, with its path in the filter and whether it matches. */
  rules: { path: string; field: string; cmp: Rule['cmp']; holds: boolean }[]
}

/**
 * Explains which rules of a filter match a contact; undefined when the reader does not see the contact. Omits rules on
 * fields the reader may not see, but counts them in `matches`.
 */
export async function explainMatch(
  scope: Scope,
  filter: FilterNode | undefined,
  contactId: string,
): Promise<Explanation | undefined> {
  const ctx = await filterContext(scope, filter)
  const fullCondition = filter
    ? compileReadableFilter(filter, await filterContext({ ...scope, can: () => true }, filter))
    : sql`false`
  const open = filter ? rulesWithPaths(filter, 'filter').filter(({ rule }) => !('wrong' in readRule(rule, ctx))) : []
  const result = await sql<{ holds: boolean[]; matches: boolean }>`
    select array[${oneOff(sql.join([sql`true`, ...open.map(({ rule }) => compileRule(rule, ctx))]))}]::boolean[] as holds,
      (${fullCondition}) and c.archived_at is null as matches
    from ${contactsWithConsent} where c.org_id = ${scope.orgId} and c.id = ${contactId}`.execute(scope.db)
  const [row] = result.rows
  if (!row) return undefined
  return {
    matches: row.matches,
    rules: open.map(({ rule, path }, nth) => ({
      path,
      field: rule.field,
      cmp: rule.cmp,
      holds: row.holds[nth + 1] === true,
    })),
  }
}

/** Rules that can no longer be read, for example on a deleted field, match no contact. */
function compileReadableFilter(filter: FilterNode, ctx: FilterContext) {
  const isReadable = rulesWithPaths(filter, '').every(({ rule }) => !('wrong' in readRule(rule, ctx)))
  return isReadable ? compileFilter(filter, ctx) : sql`false`
}

function rulesWithPaths(node: FilterNode, at: string): { rule: Rule; path: string }[] {
  return node.children.flatMap((child, nth) => {
    const path = `${at}.children.${nth}`
    return 'children' in child ? rulesWithPaths(child, path) : [{ rule: child, path }]
  })
}
