import type { AnyEndpoint } from '@crewline/contract/endpoint'
import type { Scope } from '../scope.ts'

/** Whether a member may call an endpoint while the organization is past due. Owners may take its data with them. */
export function isOpenWhenPastDue({ pastDue }: AnyEndpoint, { actor }: Scope): boolean {
  return pastDue === 'allowed' || (pastDue === 'owner' && actor.kind === 'member' && actor.role === 'owner')
}
