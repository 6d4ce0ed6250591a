import type { ReplyOf } from '@crewline/contract/endpoint'
import type { whyInGroup } from '@crewline/contract/groups'
import { sql } from 'kysely'
import { fail } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { explainMatch } from '../../audience/index.ts'
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
  const { matches, rules } = (await explainMatch(scope, group.filter ?? undefined, contactId)) ?? fail('not_found')
  const result = await sql<{ isMember: boolean; pin: 'in' | 'out' | null }>`
    select exists (select from group_member m where m.org_id = c.org_id and m.group_id = ${groupId} and m.contact_id = c.id) as "isMember",
      (select p.kind from group_pin p where p.org_id = c.org_id and p.group_id = ${groupId} and p.contact_id = c.id) as pin
    from contact c where c.org_id = ${scope.orgId} and c.id = ${contactId}`.execute(scope.db)
  const row = result.rows[0] ?? fail('not_found')
  const isMember = group.type === 'system' ? matches : row.isMember
  return {
    isMember,
    because: becauseOf(group.type, { matches, isMember, pin: row.pin }),
    rules,
    history: await historyOf(scope, groupId, contactId),
  }
}

function becauseOf(
  type: string,
  { matches, isMember, pin }: { matches: boolean; isMember: boolean; pin: 'in' | 'out' | null },
): Why['because'] {
  if (type === 'system') return matches ? 'system' : 'no_match'
  if (type !== 'dynamic') return isMember ? 'added' : 'not_added'
  if (pin === 'in') return 'pinned'
  if (pin === 'out') return 'pinned_out'
  return isMember ? 'matches' : 'no_match'
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
