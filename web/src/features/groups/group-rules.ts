import type { Group } from '@crewline/contract/groups'

type ManagedGroup = Pick<Group, 'type' | 'managedBy'>

/** Returns whether contacts can be added to and removed from a group here. */
export function canEditMembers({ type, managedBy }: ManagedGroup): boolean {
  return managedBy === null && (type === 'static' || type === 'dynamic')
}

/** Returns whether a group can be renamed, changed and deleted here. */
export function isEditableGroup({ type, managedBy }: ManagedGroup): boolean {
  return managedBy === null && type !== 'system' && type !== 'hris'
}

/** Returns the percentage of contacts who can get texts; undefined for an empty group. */
export function reachablePercent({ contactCount, reachableCount }: Pick<Group, 'contactCount' | 'reachableCount'>) {
  if (contactCount === 0) return undefined
  // Rounding must not result in 0% or 100%.
  if (reachableCount > 0 && reachableCount < contactCount)
    return Math.min(99, Math.max(1, Math.round((100 * reachableCount) / contactCount)))
  return reachableCount === 0 ? 0 : 100
}
