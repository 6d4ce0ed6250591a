import { RETENTION_MONTHS_MIN } from '@crewline/contract/retention'
import { expect, test } from 'vitest'
import type { RetentionPeriod } from '../api.ts'
import { isShorter, leastMonths, offeredMonths } from './retention-rules.ts'

const base: RetentionPeriod = {
  class: 'messages',
  months: null,
  previousMonths: null,
  appliesAt: null,
  changedBy: '',
  changedAt: null,
}
const soon = '2026-01-01T00:00:00Z'

test.each([
  [base, 12, true],
  [{ ...base, months: 12 }, 12, false],
  [{ ...base, months: 12 }, 24, false],
  [{ ...base, months: 12 }, 6, true],
  [{ ...base, months: 6, previousMonths: 24, appliesAt: soon }, 12, true],
  [{ ...base, months: 6, previousMonths: 24, appliesAt: soon }, 36, false],
  [{ ...base, months: 6, appliesAt: soon }, 36, true],
])('compares %j with %d months', (period, months, expected) => {
  expect(isShorter(period, months)).toBe(expected)
})

test('offers no period that the server refuses', () => {
  for (const [name, least] of Object.entries(RETENTION_MONTHS_MIN) as [RetentionPeriod['class'], number][]) {
    expect(leastMonths(name)).toBe(least)
    expect(Math.min(...offeredMonths(name))).toBeGreaterThanOrEqual(least)
  }
})
