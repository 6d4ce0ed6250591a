import type { Group } from '@crewline/contract/groups'

type Known = Pick<Group, 'type' | 'managedBy'>

/** Whether people can be put into a group and taken out of it here. */
export function hasOwnPeople({ type, managedBy }: Known): boolean {
  return managedBy === null && (type === 'static' || type === 'dynamic')
}

/** Whether its name and rules can be changed and it can be deleted here. */
export function isOwn({ type, managedBy }: Known): boolean {
  return managedBy === null && type !== 'system' && type !== 'hris'
}

/** How many of a hundred people can get texts; undefined for a group of nobody. */
export function reachablePercent({ contactCount, reachableCount }: Pick<Group, 'contactCount' | 'reachableCount'>) {
  if (contactCount === 0) return undefined
  // Neither nobody nor everybody is claimed because of rounding.
  if (reachableCount > 0 && reachableCount < contactCount)
    return Math.min(99, Math.max(1, Math.round((100 * reachableCount) / contactCount)))
  return reachableCount === 0 ? 0 : 100
}
