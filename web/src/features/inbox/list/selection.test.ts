import { describe, expect, it } from 'vitest'
import {
  allLoaded,
  allMatching,
  countOf,
  inParts,
  isChosen,
  noSelection,
  rangeTo,
  stillThere,
  toggledRow,
} from './selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const chosen = (selection: Parameters<typeof isChosen>[0]) => rows.filter((id) => isChosen(selection, id)).join('')

describe('a selection of conversations', () => {
  it('selects and deselects one', () => {
    expect(chosen(toggledRow(noSelection, 'b'))).toBe('b')
    expect(chosen(toggledRow(toggledRow(noSelection, 'b'), 'b'))).toBe('')
  })

  it('extends from the row selected last, in both directions', () => {
    const from = toggledRow(noSelection, 'c')
    expect(chosen(rangeTo(from, rows, 'e'))).toBe('cde')
    expect(chosen(rangeTo(rangeTo(from, rows, 'e'), rows, 'b'))).toBe('bcde')
    expect(chosen(rangeTo(noSelection, rows, 'd'))).toBe('d')
  })

  it('of all matches excludes deselected rows', () => {
    const but = toggledRow(allMatching, 'b')
    expect(chosen(but)).toBe('acde')
    expect(countOf(but, 312)).toBe(311)
    expect(chosen(rangeTo(but, rows, 'c'))).toBe('abcde')
  })

  it('counts only rows that still exist', () => {
    expect(countOf(allLoaded(rows), 312)).toBe(5)
    expect(countOf(stillThere(allLoaded(rows), ['a', 'e']), 312)).toBe(2)
    const same = allLoaded(rows)
    expect(stillThere(same, rows)).toBe(same)
  })

  it('is sent to the server in batches', () => {
    expect(inParts(rows, 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    expect(inParts([], 2)).toEqual([])
  })
})
