import type { AnyEndpoint } from '@crewline/contract/endpoint'
import type { Scope } from '../scope.ts'

/** Whether a member may call an endpoint while the organization is past due. Owners may take its data with them. */
export function isOpenWhenPastDue({ pastDue }: AnyEndpoint, scope: Scope): boolean {
  return pastDue === 'allowed' || (pastDue === 'owner' && isOwner(scope))
}

/** Whether a member may call an endpoint while the organization has no plan, or no payment method that its plan needs. */
export function isOpenWithoutPlan({ plan }: AnyEndpoint, scope: Scope): boolean {
  return plan === 'not_needed' || (plan === 'owner' && isOwner(scope))
}

function isOwner({ actor }: Scope): boolean {
  return actor.kind === 'member' && actor.role === 'owner'
}
