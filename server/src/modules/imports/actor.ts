import type { Locale } from '@crewline/contract/accounts'
import type { Db } from '../../kernel/db/pool.ts'
import type { RunInProgress } from '../../kernel/runs/define.ts'
import type { Scope } from '../../kernel/scope.ts'

/**
 * The member who uploaded a file, with their current role. The scope acts on every row of the organization; `visibleDb`
 * is a database handle limited to their groups, if they have a group scope.
 */
export interface Importer {
  scope: Scope
  visibleDb: Db | undefined
  memberId: string
  locale: Locale
}

/** Returns the member an import acts for; undefined when the user is not a member any more. */
export function importerOf({ kernel, orgId, scope, member }: RunInProgress): Importer | undefined {
  if (!member) return undefined
  const { memberId, locale } = member
  const visibleDb = member.scope === 'groups' ? kernel.database.ofOrg(orgId, memberId) : undefined
  return { scope, visibleDb, memberId, locale }
}
