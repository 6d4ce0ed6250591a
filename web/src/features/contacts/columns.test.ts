import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceFrom, exportColumns, movedColumn, shownColumns, toggledColumn, usualColumns } from './columns.ts'

const available = ['name', ...usualColumns, 'employeeId', 'custom.shift']

describe('the columns of the list', () => {
  it('are the usual ones until somebody chooses', () => {
    expect(shownColumns(undefined, available, [...usualColumns, 'custom.shift'])).toEqual([
      ...usualColumns,
      'custom.shift',
    ])
  })

  it('leave out what does not exist any more, and the name, which always stands first', () => {
    expect(shownColumns({ shown: ['name', 'custom.gone', 'groups', 'groups'] }, available, usualColumns)).toEqual([
      'groups',
    ])
  })

  it('may be none but the name', () => {
    expect(shownColumns({ shown: [] }, available, usualColumns)).toEqual([])
  })

  it('move by one place and stop at the ends', () => {
    expect(movedColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
    expect(movedColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
    expect(movedColumn(['a', 'b', 'c'], 'x', 1)).toEqual(['a', 'b', 'c'])
  })

  it('never lose or double one by moving', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.nat(), fc.constantFrom<1 | -1>(1, -1), (all, at, step) => {
        const id = all[at % Math.max(1, all.length)] ?? ''
        expect(movedColumn(all, id, step).toSorted()).toEqual(all.toSorted())
      }),
    )
  })

  it('come last when they are shown, and go when they are hidden', () => {
    expect(toggledColumn(['a'], 'b')).toEqual(['a', 'b'])
    expect(toggledColumn(['a', 'b'], 'a')).toEqual(['b'])
  })
})

describe('a stored choice', () => {
  it('is read back with its widths kept within bounds', () => {
    expect(choiceFrom({ shown: ['a', 7], widths: { a: 10_000, b: 'wide', c: 100 } })).toEqual({
      shown: ['a'],
      widths: { a: 480, c: 100 },
    })
  })

  it.each([undefined, null, 'x', {}, { shown: 'a' }])('that is %j is none', (stored) => {
    expect(choiceFrom(stored)).toBeUndefined()
  })
})

describe('an export of what is shown', () => {
  it('says the name in its two parts and leaves out what only the page knows', () => {
    expect(exportColumns(['mobile', 'status', 'last', 'custom.shift'])).toEqual([
      'firstname',
      'lastname',
      'phone',
      'reach',
      'custom.shift',
    ])
  })
})
