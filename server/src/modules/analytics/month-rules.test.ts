import { expect, test } from 'vitest'
import { daysOfMonth, splitMonths } from './month-rules.ts'

test.each([
  ['2026-01-01', '2026-01-31', ['2026-01-01'], 0],
  ['2026-01-01', '2026-01-30', [], 30],
  ['2026-01-31', '2026-03-01', ['2026-02-01'], 2],
  ['2028-02-01', '2028-02-29', ['2028-02-01'], 0],
  ['2028-02-01', '2028-02-28', [], 28],
  ['2025-12-15', '2026-02-10', ['2026-01-01'], 27],
  ['2026-05-05', '2026-05-05', [], 1],
  // Any day can be asked for, and no year has five digits.
  ['9999-12-01', '9999-12-31', ['9999-12-01'], 0],
  ['9999-12-15', '9999-12-31', [], 17],
])('the days from %s to %s are the months %j and %i days', (first, last, months, days) => {
  const parts = splitMonths(first, last)
  expect(parts.months).toEqual(months)
  expect(parts.rest).toHaveLength(days)
  expect([...parts.months.flatMap(daysOfMonth), ...parts.rest].toSorted().at(0)).toBe(first)
  expect([...parts.months.flatMap(daysOfMonth), ...parts.rest].toSorted().at(-1)).toBe(last)
})

test('a year has each of its days once', () => {
  const { months, rest } = splitMonths('2025-11-26', '2026-11-25')
  expect(months).toHaveLength(11)
  expect(new Set([...months.flatMap(daysOfMonth), ...rest]).size).toBe(365)
})
