import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attempts, canSendUnchanged } from './shrink-rules.ts'

describe('a shrunk picture', () => {
  it('is never larger than the original, keeps its aspect ratio, and shrinks with each attempt', () => {
    const side = fc.integer({ min: 1, max: 9000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const attemptList = attempts(width, height)
        expect(attemptList.length).toBeGreaterThan(0)
        let before = Infinity
        for (const { width: drawn, height: tall } of attemptList) {
          expect(drawn).toBeLessThanOrEqual(width)
          expect(tall).toBeLessThanOrEqual(height)
          expect(Math.max(drawn, tall)).toBeLessThanOrEqual(2048)
          expect(drawn * tall).toBeLessThanOrEqual(before)
          before = drawn * tall
        }
      }),
    )
  })
  it.each([
    ['image/jpeg', 500_000, true],
    ['image/jpeg', 5_000_000, false],
    ['image/png', 5_000_000, false],
    ['image/heic', 100_000, false],
    ['image/gif', 5_000_000, true],
    ['application/pdf', 5_000_000, true],
  ])('reports whether %s of %d bytes stays unchanged: %s', (type, size, isUnchanged) => {
    expect(canSendUnchanged({ type, size })).toBe(isUnchanged)
  })
})
