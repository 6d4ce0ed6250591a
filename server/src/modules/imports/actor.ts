import type { Locale } from '@crewline/contract/accounts'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Actor, type Scope } from '../../kernel/scope.ts'
import { HOLDERS } from '@crewline/contract/permissions'
import { organizationOf } from '../organizations/index.ts'
import { factsOfMember } from './member-views.ts'
import type { StoredImport } from './store/imports.ts'

/** Whoever brought a file, as they stand now: they act, on every row of the organization, and `seen` looks with their eyes where they see some groups only. */
export interface Importer {
  scope: Scope
  seen: Db | undefined
  memberId: string
  locale: Locale
}

/** What goes on in the background goes on without the session that asked for it. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/** Who an import acts for; undefined where they are no teammate any more, or may not bring people in. */
export async function importerOf(
  kernel: Kernel,
  one: Pick<StoredImport, 'id' | 'orgId' | 'personId'>,
): Promise<Importer | undefined> {
  const db = kernel.database.ofOrg(one.orgId)
  const [{ organization }, member] = await Promise.all([organizationOf(db, one.orgId), factsOfMember(db, one.personId)])
  if (!member || !HOLDERS['contacts.edit'].includes(member.role)) return undefined
  const { memberId, role, firstname, lastname, locale } = member
  const actor: Actor = {
    ...{ kind: 'member', personId: one.personId, memberId, role, firstname, lastname, locale },
    scope: 'all',
    sessionId: NO_SESSION,
  }
  return {
    scope: makeScope(kernel, organization, actor, `import-${one.id}`),
    seen: effectiveScope(member) === 'groups' ? kernel.database.ofOrg(one.orgId, memberId) : undefined,
    memberId,
    locale,
  }
}
