import { daysAfter } from '@crewline/contract/calendar'
import { describe, expect, test } from 'vitest'
import { datesOf, offeredRanges } from './range-rules.ts'

describe('the days of a range', () => {
  test.each([
    ['2023-12-30', 1],
    ['2024-01-31', 366],
    ['2023-02-28', 2],
    ['2026-11-27', 60],
  ])('from %s are %i days in order', (start, count) => {
    const expected = Array.from({ length: count }, (_, nth) => daysAfter(start, nth))
    expect(datesOf({ start, end: daysAfter(start, count - 1) })).toEqual(expected)
  })

  test('end with the last day that can be written', () => {
    expect(datesOf({ start: '9999-12-30', end: '9999-12-31' })).toEqual(['9999-12-30', '9999-12-31'])
  })

  test('are none when it ends before it starts', () => {
    expect(datesOf({ start: '2026-11-27', end: '2026-11-26' })).toEqual([])
  })
})

test('offered ranges end with the latest day that is over, and are compared with the days before as if they went on until today', () => {
  expect(offeredRanges('2026-11-21', '2026-11-20')).toEqual([
    { start: '2026-11-15', end: '2026-11-20', count: 7 },
    { start: '2026-10-23', end: '2026-11-20', count: 30 },
    { start: '2026-08-24', end: '2026-11-20', count: 90 },
    { start: '2025-11-22', end: '2026-11-20', count: 365 },
    { start: '2026-11-01', end: '2026-11-20', count: 21 },
  ])
  expect(offeredRanges('2026-11-01', '2026-10-31').map(({ count }) => count)).toEqual([7, 30, 90, 365])
})
