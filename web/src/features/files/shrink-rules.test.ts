import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attempts, staysAsItIs } from './shrink-rules.ts'

describe('a picture made small', () => {
  it('is never drawn larger than it is, keeps its shape, and shrinks with each try', () => {
    const side = fc.integer({ min: 1, max: 9000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const tries = attempts(width, height)
        expect(tries.length).toBeGreaterThan(0)
        let before = Infinity
        for (const { width: drawn, height: tall } of tries) {
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
  ])('%s of %d bytes stays as it is: %s', (type, size, stays) => {
    expect(staysAsItIs({ type, size })).toBe(stays)
  })
})
