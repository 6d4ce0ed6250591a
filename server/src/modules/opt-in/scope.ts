import type { Logo } from '@crewline/contract/organizations'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { rememberedOrganization } from '../organizations/index.ts'

/** The organization of a page, for what the product does when people fill it in. */
export interface PageScope {
  scope: Scope
  organization: string
  logo: Logo | undefined
}

/** Returns the scope of the product itself in an organization; `requestId` is that of the call that a person makes. */
export async function scopeOf(
  kernel: Kernel,
  orgId: string,
  requestId = `opt-in-${orgId.slice(0, 8)}`,
): Promise<PageScope> {
  const organization = await rememberedOrganization(kernel, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'opt-in' }, requestId)
  return { scope, organization: organization.name, logo: organization.logo }
}
