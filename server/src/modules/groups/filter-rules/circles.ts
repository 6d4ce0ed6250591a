import type { FilterNode } from '@crewline/contract/filters'
import { groupsNamed } from './uses.ts'

/** A group with what its rules ask. */
interface Asking {
  id: string
  name: string
  filter: FilterNode
}

/** The names of the groups on the way from a group back to itself, were its rules these; none where there is no circle. */
export function circleOf(id: string, filter: FilterNode, others: readonly Asking[]): string[] | undefined {
  const byId = new Map(others.map((one) => [one.id, one]))
  const seen = new Set<string>()
  const walk = (from: FilterNode, way: string[]): string[] | undefined => {
    for (const next of groupsNamed(from)) {
      if (next === id) return way
      const group = byId.get(next)
      if (!group || seen.has(next)) continue
      seen.add(next)
      const found = walk(group.filter, [...way, group.name])
      if (found) return found
    }
    return undefined
  }
  return walk(filter, [])
}

/** Groups in an order in which each comes after those its rules ask for, so that one pass evaluates them all. */
export function inOrder<T extends Asking>(groups: readonly T[]): T[] {
  const byId = new Map(groups.map((one) => [one.id, one]))
  const ordered = new Set<T>()
  const entered = new Set<string>()
  const place = (group: T): void => {
    if (entered.has(group.id)) return
    entered.add(group.id)
    for (const id of groupsNamed(group.filter)) {
      const asked = byId.get(id)
      if (asked) place(asked)
    }
    ordered.add(group)
  }
  for (const group of groups) place(group)
  return [...ordered]
}
