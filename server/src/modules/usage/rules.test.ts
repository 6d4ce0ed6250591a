import { expect, test } from 'vitest'
import { forecastOf, levelOf } from './rules.ts'

test.each([
  [0, 100, 'ok'],
  [79, 100, 'ok'],
  [7_999, 10_000, 'ok'],
  [8_000, 10_000, 'warn'],
  [9_499, 10_000, 'warn'],
  [9_500, 10_000, 'critical'],
  [9_999, 10_000, 'critical'],
  [10_000, 10_000, 'over'],
  [25_000, 10_000, 'over'],
  [0, 0, 'ok'],
  [1, 0, 'over'],
  [1_000_000, null, 'ok'],
] as const)('reports %i of %s used segments as %s', (used, included, level) => {
  expect(levelOf(used, included)).toBe(level)
})

test('forecasts at the current rate, never below the usage so far, and assumes a whole day in the first hours', () => {
  const start = new Date('2026-11-01T05:00:00Z')
  const end = new Date('2026-12-01T06:00:00Z')
  const at = (now: string, used: number) => forecastOf(used, { start, end, now: new Date(now) })
  expect(at('2026-11-16T05:30:00Z', 500)).toBe(1000)
  expect(at('2026-12-01T06:00:00Z', 500)).toBe(500)
  expect(at('2026-12-05T06:00:00Z', 500)).toBe(500)
  // 1,000 segments in the first minute count as the rate of a whole day.
  expect(at('2026-11-01T05:01:00Z', 1000)).toBe(Math.round((1000 * (30 * 24 + 1)) / 24))
  expect(at('2026-11-16T05:30:00Z', 0)).toBe(0)
})
