import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsInSight } from './row-window.ts'

describe('the rows that are drawn', () => {
  it('holds every row in sight, and some more, wherever the box is scrolled to', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 0, max: 3000 }), (scrolled, box) => {
        const { first, last } = rowsInSight(scrolled, box, 52)
        expect(first * 52).toBeLessThanOrEqual(scrolled)
        expect(last * 52).toBeGreaterThanOrEqual(scrolled + box)
        expect(last - first).toBeLessThanOrEqual(Math.ceil(box / 52) + 40)
      }),
    )
  })

  it('stays the same for a small scroll', () => {
    expect(rowsInSight(1000, 600, 52)).toEqual(rowsInSight(1010, 600, 52))
  })
})
