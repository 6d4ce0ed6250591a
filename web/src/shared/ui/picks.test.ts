import { describe, expect, it } from 'vitest'
import { allOf, countPicks, everything, hasPicks, isPicked, noPicks, picksTo, picksWith } from './picks.ts'

const rows = ['a', 'b', 'c', 'd', 'e']

describe('choosing rows', () => {
  it('adds one and takes it away again', () => {
    const one = picksWith(noPicks, 'b')
    expect([isPicked(one, 'b'), isPicked(one, 'a'), hasPicks(one)]).toEqual([true, false, true])
    expect(hasPicks(picksWith(one, 'b'))).toBe(false)
  })

  it('reaches from the row chosen last to another, in either direction', () => {
    const from = picksWith(noPicks, 'd')
    expect([...picksTo(from, rows, 'b').ids].toSorted()).toEqual(['b', 'c', 'd'])
    const further = picksTo(picksTo(from, rows, 'e'), rows, 'c')
    expect([...further.ids].toSorted()).toEqual(['c', 'd', 'e'])
  })

  it('chooses the row alone when the range has no beginning, and nothing for a row that left', () => {
    expect([...picksTo(noPicks, rows, 'c').ids]).toEqual(['c'])
    expect(picksTo(noPicks, rows, 'gone')).toBe(noPicks)
  })

  it('leaves single rows out of everything that matches, and counts them off', () => {
    const but = picksWith(picksWith(everything, 'a'), 'c')
    expect(rows.filter((row) => isPicked(but, row))).toEqual(['b', 'd', 'e'])
    expect(countPicks(but, 312)).toBe(310)
    expect(countPicks(picksTo(but, rows, 'a'), 312)).toBe(312)
  })

  it('takes every loaded row', () => {
    expect(countPicks(allOf(rows), 312)).toBe(5)
  })
})
