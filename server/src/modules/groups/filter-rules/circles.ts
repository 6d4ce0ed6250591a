import type { FilterNode } from '@crewline/contract/filters'
import { groupsNamed } from '@crewline/contract/filters'

/** A group with its rules. */
interface Asking {
  id: string
  name: string
  filter: FilterNode
}

/**
 * Returns the names of the groups on the path from a group back to itself if it had these rules; undefined when there
 * is no cycle.
 */
export function circleOf(id: string, filter: FilterNode, others: readonly Asking[]): string[] | undefined {
  const byId = new Map(others.map((group) => [group.id, group]))
  const visited = new Set<string>()
  const walk = (from: FilterNode, path: string[]): string[] | undefined => {
    for (const next of groupsNamed(from)) {
      if (next === id) return path
      const group = byId.get(next)
      if (!group || visited.has(next)) continue
      visited.add(next)
      const cycle = walk(group.filter, [...path, group.name])
      if (cycle) return cycle
    }
    return undefined
  }
  return walk(filter, [])
}

/** Sorts groups so that each one follows the groups its rules reference and one pass evaluates them all. */
export function inOrder<T extends Asking>(groups: readonly T[]): T[] {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const ordered = new Set<T>()
  const entered = new Set<string>()
  const visit = (group: T): void => {
    if (entered.has(group.id)) return
    entered.add(group.id)
    for (const id of groupsNamed(group.filter)) {
      const referenced = byId.get(id)
      if (referenced) visit(referenced)
    }
    ordered.add(group)
  }
  for (const group of groups) visit(group)
  return [...ordered]
}
