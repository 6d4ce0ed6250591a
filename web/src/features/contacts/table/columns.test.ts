import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceFrom, exportColumns, movedColumn, selectVisibleColumns, toggledColumn, usualColumns } from './columns.ts'

const available = ['name', ...usualColumns, 'employeeId', 'custom.shift']

describe('the columns of the list', () => {
  it('are the default ones until the member chooses', () => {
    expect(selectVisibleColumns(undefined, available, [...usualColumns, 'custom.shift'])).toEqual([
      ...usualColumns,
      'custom.shift',
    ])
  })

  it('exclude deleted fields and the name, which always comes first', () => {
    expect(
      selectVisibleColumns({ shown: ['name', 'custom.gone', 'groups', 'groups'] }, available, usualColumns),
    ).toEqual(['groups'])
  })

  it('can be only the name', () => {
    expect(selectVisibleColumns({ shown: [] }, available, usualColumns)).toEqual([])
  })

  it('move by one position and stop at the ends', () => {
    expect(movedColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
    expect(movedColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
    expect(movedColumn(['a', 'b', 'c'], 'x', 1)).toEqual(['a', 'b', 'c'])
  })

  it('are never lost or duplicated by moving', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.nat(), fc.constantFrom<1 | -1>(1, -1), (all, at, step) => {
        const id = all[at % Math.max(1, all.length)] ?? ''
        expect(movedColumn(all, id, step).toSorted()).toEqual(all.toSorted())
      }),
    )
  })

  it('are added last when shown, and removed when hidden', () => {
    expect(toggledColumn(['a'], 'b')).toEqual(['a', 'b'])
    expect(toggledColumn(['a', 'b'], 'a')).toEqual(['b'])
  })
})

describe('a stored column choice', () => {
  it('is restored with its widths clamped', () => {
    expect(choiceFrom({ shown: ['a', 7], widths: { a: 10_000, b: 'wide', c: 100 } })).toEqual({
      shown: ['a'],
      widths: { a: 480, c: 100 },
    })
  })

  it.each([undefined, null, 'x', {}, { shown: 'a' }])('is ignored when it is %j', (stored) => {
    expect(choiceFrom(stored)).toBeUndefined()
  })
})

describe('an export of the visible columns', () => {
  it('splits the name in two and omits columns that exist only on the page', () => {
    expect(exportColumns(['mobile', 'status', 'last', 'custom.shift'])).toEqual([
      'firstname',
      'lastname',
      'phone',
      'reach',
      'custom.shift',
    ])
  })
})
