import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { rememberedOrganization } from '../organizations/index.ts'

/** An organization's scope, with its name for automatic answers. */
export interface OrgScope {
  scope: Scope
  name: string
}

/** Returns the system scope of an organization. */
export async function systemScope(kernel: Kernel, orgId: string, reason: string): Promise<OrgScope> {
  const organization = await rememberedOrganization(kernel, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason }, `${reason}-${orgId.slice(0, 8)}`)
  return { scope, name: organization.senderName }
}
