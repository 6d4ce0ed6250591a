import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'

/** An organization with its name, as automatic answers sign with it. */
export interface OrgScope {
  scope: Scope
  name: string
}

/** The scope in which the product itself works for an organization. */
export async function systemScope(kernel: Kernel, orgId: string, reason: string): Promise<OrgScope> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason }, `${reason}-${orgId.slice(0, 8)}`)
  return { scope, name: organization.name }
}
