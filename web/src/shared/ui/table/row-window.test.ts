import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findVisibleRows } from './row-window.ts'

describe('the rendered rows', () => {
  it('include every visible row, and some more, at any scroll position', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 0, max: 3000 }), (scrolled, box) => {
        const { first, last } = findVisibleRows(scrolled, box, 52)
        expect(first * 52).toBeLessThanOrEqual(scrolled)
        expect(last * 52).toBeGreaterThanOrEqual(scrolled + box)
        expect(last - first).toBeLessThanOrEqual(Math.ceil(box / 52) + 40)
      }),
    )
  })

  it('stay the same for a small scroll', () => {
    expect(findVisibleRows(1000, 600, 52)).toEqual(findVisibleRows(1010, 600, 52))
  })
})
