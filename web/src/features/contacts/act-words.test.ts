import { describe, expect, it } from 'vitest'
import { everything, noPicks, picksWith } from '../../shared/ui/picks.ts'
import { pickedCount, resultOf, selectionsOf, undoableOf } from './act-words.ts'
import { everybody } from './contacts-url.ts'

const two = { ...noPicks, ids: new Set(['a', 'b']) }

describe('whom an act means', () => {
  it('names people, a thousand a call', () => {
    expect(selectionsOf(two, everybody)).toEqual([{ contacts: ['a', 'b'] }])
    const many = { ...noPicks, ids: new Set(Array.from({ length: 2001 }, (_, at) => `c${at}`)) }
    expect(selectionsOf(many, everybody).map(({ contacts }) => contacts?.length)).toEqual([1000, 1000, 1])
  })

  it('says everybody the list shows, but those left out', () => {
    expect(selectionsOf(picksWith(everything, 'a'), { ...everybody, search: 'ana' })).toEqual([
      { selectedAll: true, audience: { search: 'ana', reach: 'all' }, excludedIds: ['a'] },
    ])
  })

  it('is counted only when somebody counted who matches', () => {
    expect(pickedCount(two, undefined)).toBe(2)
    expect(pickedCount(everything, undefined)).toBeUndefined()
    expect(pickedCount(picksWith(everything, 'a'), 312)).toBe(311)
  })
})

describe('what an act did', () => {
  it('adds up its parts, reason by reason', () => {
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

describe('the way back', () => {
  it('is there for acts the server says can be undone', () => {
    const until = '2026-11-22T10:00:00Z'
    expect(
      undoableOf([
        { id: 'a', undoUntil: until },
        { id: 'b', undoUntil: null },
      ]),
    ).toEqual(['a'])
  })
})
