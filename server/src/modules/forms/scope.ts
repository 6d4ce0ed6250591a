import type { Logo } from '@crewline/contract/organizations'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { rememberedOrganization } from '../organizations/index.ts'

/** Returns the scope of the product itself in an organization, for what it does when people answer a form. */
export async function scopeOf(
  kernel: Kernel,
  orgId: string,
): Promise<{ scope: Scope; organization: string; logo: Logo | undefined }> {
  const organization = await rememberedOrganization(kernel, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'forms' }, `forms-${orgId.slice(0, 8)}`)
  return { scope, organization: organization.name, logo: organization.logo }
}
