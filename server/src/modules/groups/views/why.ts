import type { ReplyOf } from '@crewline/contract/endpoint'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import type { whyInGroup } from '@crewline/contract/groups'
import { sql } from 'kysely'
import { fail } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { contactsWithConsent } from '../store/filter/audience.ts'
import { readRule } from '../filter-rules/check.ts'
import { compileFilter, compileRule } from '../store/filter/compile.ts'
import { filterContext } from '../context.ts'
import { groupById } from './groups.ts'
import { groupHistory } from './history.ts'

type Why = Omit<ReplyOf<typeof whyInGroup>, 'status'>

/** Number of history entries shown. */
const HISTORY = 100

/**
 * Explains why a visible contact is or is not in a group: whether each rule matches, the pins, and the history. Omits
 * rules on fields the reader may not see.
 */
export async function whyInside(scope: Scope, groupId: string, contactId: string): Promise<Why> {
  const group = await groupById(scope, groupId)
  const filter = group.filter
  const all = filter ? rulesWithPaths(filter, 'filter') : []
  const ctx = await filterContext(scope, filter)
  const fullCondition = filter
    ? compileReadableFilter(filter, await filterContext({ ...scope, can: () => true }, filter))
    : sql`false`
  const open = all.filter(({ rule }) => !('wrong' in readRule(rule, ctx)))
  const result = await sql<{ holds: boolean[]; fits: boolean; isMember: boolean; pin: 'in' | 'out' | null }>`
    select array[${sql.join([sql`true`, ...open.map(({ rule }) => compileRule(rule, ctx))])}]::boolean[] as holds,
      (${fullCondition}) and c.archived_at is null as fits,
      exists (select from group_member m where m.org_id = c.org_id and m.group_id = ${groupId} and m.contact_id = c.id) as "isMember",
      (select p.kind from group_pin p where p.org_id = c.org_id and p.group_id = ${groupId} and p.contact_id = c.id) as pin
    from ${contactsWithConsent} where c.org_id = ${scope.orgId} and c.id = ${contactId}`.execute(scope.db)
  const row = result.rows[0] ?? fail('not_found')
  const isMember = group.type === 'system' ? row.fits : row.isMember
  return {
    isMember,
    because: becauseOf(group.type, { ...row, isMember }),
    rules: open.map(({ rule, path }, nth) => ({
      ...{ path, field: rule.field, cmp: rule.cmp },
      holds: row.holds[nth + 1] === true,
    })),
    history: await historyOf(scope, groupId, contactId),
  }
}

/** Rules that can no longer be read, for example on a deleted field, match no contact. */
function compileReadableFilter(filter: FilterNode, ctx: Parameters<typeof compileFilter>[1]) {
  const isReadable = rulesWithPaths(filter, '').every(({ rule }) => !('wrong' in readRule(rule, ctx)))
  return isReadable ? compileFilter(filter, ctx) : sql`false`
}

function becauseOf(
  type: string,
  { fits, isMember, pin }: { fits: boolean; isMember: boolean; pin: 'in' | 'out' | null },
): Why['because'] {
  if (type === 'system') return fits ? 'system' : 'no_match'
  if (type !== 'dynamic') return isMember ? 'added' : 'not_added'
  if (pin === 'in') return 'pinned'
  if (pin === 'out') return 'pinned_out'
  return isMember ? 'matches' : 'no_match'
}

function rulesWithPaths(node: FilterNode, at: string): { rule: Rule; path: string }[] {
  return node.children.flatMap((child, nth) => {
    const path = `${at}.children.${nth}`
    return 'children' in child ? rulesWithPaths(child, path) : [{ rule: child, path }]
  })
}

async function historyOf(scope: Scope, groupId: string, contactId: string): Promise<Why['history']> {
  const result = await sql<{
    change: 'joined' | 'left'
    cause: Why['history'][number]['cause']
    by: string | null
    at: Date
  }>`
    select e.change, e.cause, e.at, (select trim(p.firstname || ' ' || p.lastname) from user_account p where p.id = e.by_user) as by
    from ${groupHistory} e where e.org_id = ${scope.orgId} and e.contact_id = ${contactId} and e.group_id = ${groupId}
    order by e.at desc, e.change limit ${HISTORY}`.execute(scope.db)
  return result.rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
