import { describe, expect, it } from 'vitest'
import { allOf, countPicks, everything, hasPicks, isPicked, noPicks, picksTo, picksWith } from './selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e']

describe('selecting rows', () => {
  it('adds a row and removes it again', () => {
    const picks = picksWith(noPicks, 'b')
    expect([isPicked(picks, 'b'), isPicked(picks, 'a'), hasPicks(picks)]).toEqual([true, false, true])
    expect(hasPicks(picksWith(picks, 'b'))).toBe(false)
  })

  it('extends from the last selected row to another, in either direction', () => {
    const from = picksWith(noPicks, 'd')
    expect([...picksTo(from, rows, 'b').ids].toSorted()).toEqual(['b', 'c', 'd'])
    const further = picksTo(picksTo(from, rows, 'e'), rows, 'c')
    expect([...further.ids].toSorted()).toEqual(['c', 'd', 'e'])
  })

  it('selects a single row when the range has no anchor, and nothing for a removed row', () => {
    expect([...picksTo(noPicks, rows, 'c').ids]).toEqual(['c'])
    expect(picksTo(noPicks, rows, 'gone')).toBe(noPicks)
  })

  it('excludes single rows from all matches, and subtracts them from the count', () => {
    const but = picksWith(picksWith(everything, 'a'), 'c')
    expect(rows.filter((row) => isPicked(but, row))).toEqual(['b', 'd', 'e'])
    expect(countPicks(but, 312)).toBe(310)
    expect(countPicks(picksTo(but, rows, 'a'), 312)).toBe(312)
  })

  it('selects every loaded row', () => {
    expect(countPicks(allOf(rows), 312)).toBe(5)
  })
})
