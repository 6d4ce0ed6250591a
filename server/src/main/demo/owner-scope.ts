import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { TIMEZONE } from './organizations.ts'

/** Returns a scope in which the demo does what an owner would do, such as choosing a plan. */
export function ownerScope(kernel: Kernel, orgId: string, userId: string): Scope {
  const org = { id: orgId, country: 'US', timezone: TIMEZONE, status: 'active' as const }
  const actor = {
    kind: 'member' as const,
    userId,
    memberId: userId,
    role: 'owner' as const,
    scope: 'all' as const,
    sessionId: '',
    firstname: '',
    lastname: '',
    locale: 'en' as const,
  }
  return makeScope(kernel, org, actor, 'demo')
}
