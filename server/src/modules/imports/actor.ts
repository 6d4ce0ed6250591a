import type { Locale } from '@crewline/contract/accounts'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Actor, type Scope } from '../../kernel/scope.ts'
import { HOLDERS } from '@crewline/contract/permissions'
import { organizationOf } from '../organizations/index.ts'
import { actorOfMember } from './member-views.ts'
import type { StoredImport } from './store/imports.ts'

/**
 * The member who uploaded a file, with their current role. The scope acts on every row of the organization; `seen` is a
 * database handle limited to their groups, if they have a group scope.
 */
export interface Importer {
  scope: Scope
  visibleDb: Db | undefined
  memberId: string
  locale: Locale
}

/** Background work runs without the session that started it. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/** Returns the member an import acts for; undefined when they are no longer a member or may not edit contacts. */
export async function importerOf(
  kernel: Kernel,
  storedImport: Pick<StoredImport, 'id' | 'orgId' | 'userId'>,
): Promise<Importer | undefined> {
  const db = kernel.database.ofOrg(storedImport.orgId)
  const [{ organization }, member] = await Promise.all([
    organizationOf(db, storedImport.orgId),
    actorOfMember(db, storedImport.userId),
  ])
  if (!member || !HOLDERS['contacts.edit'].includes(member.role)) return undefined
  const { memberId, role, firstname, lastname, locale } = member
  const actor: Actor = {
    ...{ kind: 'member', userId: storedImport.userId, memberId, role, firstname, lastname, locale },
    scope: 'all',
    sessionId: NO_SESSION,
  }
  return {
    scope: makeScope(kernel, organization, actor, `import-${storedImport.id}`),
    visibleDb: effectiveScope(member) === 'groups' ? kernel.database.ofOrg(storedImport.orgId, memberId) : undefined,
    memberId,
    locale,
  }
}
