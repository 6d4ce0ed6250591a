import type { FilterNode, Rule } from '@crewline/contract/filters'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depthOf, rulesOf } from '../rules.ts'
import { addedTo, changedAt, movedAt, partAt, removedAt } from './tree.ts'

const rule = (value: string): Rule => ({ field: 'location', cmp: 'is', value })
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(rule) as [Rule, Rule, Rule, Rule]
const filter: FilterNode = { op: 'and', children: [a, { op: 'or', children: [b, c] }, d] }
const names = (node: FilterNode) => rulesOf(node).map(({ value }) => value)

describe('the tree of a filter', () => {
  it('finds and changes the part at a path', () => {
    expect(partAt(filter, [1, 1])).toEqual(c)
    expect(partAt(filter, [0, 1])).toBeUndefined()
    expect(names(changedAt(filter, [1, 1], rule('x')))).toEqual(['a', 'b', 'x', 'd'])
    expect(changedAt(filter, [], { op: 'or', children: [] })).toEqual({ op: 'or', children: [] })
  })
  it('adds a part at the end of a group', () => {
    expect(names(addedTo(filter, [1], rule('x')))).toEqual(['a', 'b', 'c', 'x', 'd'])
    expect(addedTo(filter, [0], rule('x'))).toEqual(filter)
  })
  it('removes a group with its last rule, but keeps the root', () => {
    const result = removedAt(filter, [1, 0])
    expect(names(result)).toEqual(['a', 'c', 'd'])
    expect(removedAt(result, [1, 0])).toEqual({ op: 'and', children: [a, d] })
    expect(removedAt({ op: 'and', children: [a] }, [0])).toEqual({ op: 'and', children: [] })
  })
})

describe('moving a rule down step by step', () => {
  it('passes every position: into the group, through it, out of it, to the end', () => {
    let at: { filter: FilterNode; path: readonly number[] } = { filter, path: [0] }
    const visited = []
    for (let step = 0; step < 5; step++) {
      at = movedAt(at.filter, at.path, 1)
      visited.push([at.path.join('.'), names(at.filter).join('')])
      expect(partAt(at.filter, at.path)).toEqual(a)
    }
    expect(visited).toEqual([
      ['0.0', 'abcd'],
      ['0.1', 'bacd'],
      ['0.2', 'bcad'],
      ['1', 'bcad'],
      ['2', 'bcda'],
    ])
    expect(movedAt(at.filter, at.path, 1)).toEqual(at)
  })
  it('removes a group that becomes empty', () => {
    const lone: FilterNode = { op: 'and', children: [{ op: 'or', children: [{ op: 'and', children: [a] }] }, b] }
    const up = movedAt(lone, [0, 0, 0], -1)
    expect(up).toEqual({ filter: { op: 'and', children: [{ op: 'or', children: [a] }, b] }, path: [0, 0] })
    const down = movedAt(up.filter, up.path, 1)
    expect(down).toEqual({ filter: { op: 'and', children: [a, b] }, path: [0] })
  })
  it('moves whole groups only past their neighbors', () => {
    expect(movedAt(filter, [1], -1).filter.children[0]).toEqual(filter.children[1])
  })
})

const node = (depth: number): fc.Arbitrary<FilterNode> =>
  fc.record({
    op: fc.constantFrom('and' as const, 'or' as const),
    children: fc.array(
      depth === 1 ? fc.constantFrom(a, b, c, d) : fc.oneof(fc.constantFrom(a, b, c, d), node(depth - 1)),
      { minLength: 1, maxLength: 3 },
    ),
  })

describe('any move in any filter', () => {
  it('keeps every rule, never nests deeper, and returns the path of the part', () => {
    fc.assert(
      fc.property(node(3), fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }), fc.boolean(), (tree, path, isDown) => {
        const part = partAt(tree, path)
        if (!part) return
        const moved = movedAt(tree, path, isDown ? 1 : -1)
        expect(new Set(names(moved.filter))).toEqual(new Set(names(tree)))
        expect(names(moved.filter)).toHaveLength(names(tree).length)
        expect(depthOf(moved.filter)).toBeLessThanOrEqual(depthOf(tree))
        expect(partAt(moved.filter, moved.path)).toEqual(part)
      }),
    )
  })
})
