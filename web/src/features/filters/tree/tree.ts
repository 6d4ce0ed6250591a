import type { FilterNode, Rule } from '@crewline/contract/filters'
import { isNode } from '../rules.ts'

/** The path from the root of a filter to a part: the child index at each level. */
export type Path = readonly number[]

type Part = FilterNode | Rule

function replaced(node: FilterNode, path: Path, make: (children: Part[], at: number) => Part[]): FilterNode {
  const [at = 0, ...rest] = path
  if (rest.length === 0) return { ...node, children: make([...node.children], at) }
  const child = node.children[at]
  if (!child || !isNode(child)) return node
  return { ...node, children: node.children.with(at, replaced(child, rest, make)) }
}

/** Returns the part at a path; undefined when there is none. */
export function partAt(filter: FilterNode, path: Path): Part | undefined {
  let part: Part | undefined = filter
  for (const at of path) part = part && isNode(part) ? part.children[at] : undefined
  return part
}

/** Replaces the part at a path; an empty path is the whole filter. */
export function changedAt(filter: FilterNode, path: Path, part: Part): FilterNode {
  if (path.length === 0) return isNode(part) ? part : filter
  return replaced(filter, path, (children, at) => children.with(at, part))
}

/** Adds a part at the end of the group at a path. */
export function addedTo(filter: FilterNode, path: Path, part: Part): FilterNode {
  const group = partAt(filter, path)
  if (!group || !isNode(group)) return filter
  return changedAt(filter, path, { ...group, children: [...group.children, part] })
}

/** Removes a part, and a group that becomes empty, but never the root. */
export function removedAt(filter: FilterNode, path: Path): FilterNode {
  if (path.length === 0) return filter
  const remaining = replaced(filter, path, (children, at) => children.toSpliced(at, 1))
  const parent = path.slice(0, -1)
  const group = partAt(remaining, parent)
  return parent.length > 0 && group && isNode(group) && group.children.length === 0
    ? removedAt(remaining, parent)
    : remaining
}

function insertedAt(filter: FilterNode, path: Path, part: Part): FilterNode {
  return replaced(filter, path, (children, at) => children.toSpliced(at, 0, part))
}

/**
 * Moves a part one step up (-1) or down (1): past its neighbor, into a group next to it, or out of its own. Returns its
 * new path.
 */
export function movedAt(filter: FilterNode, path: Path, step: -1 | 1): { filter: FilterNode; path: Path } {
  const part = partAt(filter, path)
  const at = path.at(-1)
  const parent = path.slice(0, -1)
  if (!part || at === undefined) return { filter, path }
  const neighbour = partAt(filter, [...parent, at + step])
  if (!neighbour) return movedOut(filter, path, step)
  if (isNode(neighbour) && !isNode(part)) {
    const into = [...parent, at + step, step === 1 ? 0 : neighbour.children.length]
    const landed = step === 1 ? [...parent, at, 0] : into
    return { filter: removedAt(insertedAt(filter, into, part), path), path: landed }
  }
  const swapped = changedAt(changedAt(filter, path, neighbour), [...parent, at + step], part)
  return { filter: swapped, path: [...parent, at + step] }
}

function movedOut(filter: FilterNode, path: Path, step: -1 | 1): { filter: FilterNode; path: Path } {
  const part = partAt(filter, path)
  const at = path.at(-1)
  const parent = path.slice(0, -1)
  const groupAt = parent.at(-1)
  if (!part || at === undefined || groupAt === undefined) return { filter, path }
  const around = parent.slice(0, -1)
  const group = partAt(filter, parent)
  const isLast = group !== undefined && isNode(group) && group.children.length === 1
  // Inserted before it is removed, so that only its old group can become empty.
  const put = insertedAt(filter, [...around, step === 1 ? groupAt + 1 : groupAt], part)
  const remaining = removedAt(put, [...around, step === 1 ? groupAt : groupAt + 1, at])
  return { filter: remaining, path: [...around, step === 1 && !isLast ? groupAt + 1 : groupAt] }
}
