import { describe, expect, it } from 'vitest'
import { everything, noPicks, picksWith } from '../../../shared/ui/table/selection.ts'
import { pickedCount, resultOf, selectionsOf, undoableOf } from './bulk-action-rules.ts'
import { allContacts } from '../table/contacts-url.ts'

const two = { ...noPicks, ids: new Set(['a', 'b']) }

describe('the selection of a bulk action', () => {
  it('lists contact ids, a thousand per call', () => {
    expect(selectionsOf(two, allContacts)).toEqual([{ contacts: ['a', 'b'] }])
    const manyPicks = { ...noPicks, ids: new Set(Array.from({ length: 2001 }, (_, at) => `c${at}`)) }
    expect(selectionsOf(manyPicks, allContacts).map(({ contacts }) => contacts?.length)).toEqual([1000, 1000, 1])
  })

  it('covers everyone in the list except the excluded ids', () => {
    expect(selectionsOf(picksWith(everything, 'a'), { ...allContacts, search: 'ana' })).toEqual([
      { selectedAll: true, audience: { search: 'ana', reach: 'all' }, excludedIds: ['a'] },
    ])
  })

  it('has no count until the matches are counted', () => {
    expect(pickedCount(two, undefined)).toBe(2)
    expect(pickedCount(everything, undefined)).toBeUndefined()
    expect(pickedCount(picksWith(everything, 'a'), 312)).toBe(311)
  })
})

describe('the result of a bulk action', () => {
  it('adds up its parts by reason', () => {
    expect(
      resultOf([
        { changed: 900, skipped: [{ reason: 'phone_taken', count: 3 }] },
        {
          changed: 12,
          skipped: [
            { reason: 'phone_taken', count: 1 },
            { reason: 'gone', count: 0 },
          ],
        },
      ]),
    ).toEqual({ changed: 912, skipped: [{ reason: 'phone_taken', count: 4 }] })
  })
})

describe('undo', () => {
  it('is offered for runs that the server reports as undoable', () => {
    const until = '2026-11-22T10:00:00Z'
    expect(
      undoableOf([
        { id: 'a', undoUntil: until },
        { id: 'b', undoUntil: null },
      ]),
    ).toEqual(['a'])
  })
})
