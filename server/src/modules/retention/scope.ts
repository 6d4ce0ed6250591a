import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'

/** Opens the scope of an organization for work that no member asked for. */
export async function systemScope(kernel: Kernel, orgId: string): Promise<Scope> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  return makeScope(kernel, organization, { kind: 'system', reason: 'retention' }, `retention-${orgId.slice(0, 8)}`)
}
