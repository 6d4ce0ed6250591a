import { expect, test } from 'vitest'
import type { Failure } from '../../kernel/failure.ts'
import { readRequestedDays } from './rules.ts'

const refusal = (query: { startDate?: string; endDate?: string }) => {
  try {
    return readRequestedDays(query, '2026-11-21')
  } catch (error) {
    return (error as Failure).fieldErrors
  }
}

test('defaults to the last thirty days, including today', () => {
  expect(readRequestedDays({}, '2026-11-21')).toEqual({ start: '2026-10-23', end: '2026-11-21', count: 30 })
  expect(readRequestedDays({ endDate: '2026-03-01' }, '2026-11-21')).toEqual({
    start: '2026-01-31',
    end: '2026-03-01',
    count: 30,
  })
  expect(readRequestedDays({ startDate: '2026-11-21' }, '2026-11-21').count).toBe(1)
})

test('accepts at most 366 days, in order, from the year 2000 on', () => {
  expect(readRequestedDays({ startDate: '2024-01-01', endDate: '2024-12-31' }, '2026-11-21').count).toBe(366)
  expect(refusal({ startDate: '2024-01-01', endDate: '2025-01-01' })).toEqual({
    startDate: expect.objectContaining({ message: 'Choose 366 days or fewer.' }),
  })
  expect(refusal({ startDate: '2025-01-01' })).toHaveProperty('startDate')
  expect(refusal({ startDate: '2026-11-02', endDate: '2026-11-01' })).toEqual({
    endDate: expect.objectContaining({ message: "The end can't be before the start." }),
  })
  expect(refusal({ startDate: '2026-11-22' })).toEqual({
    startDate: expect.objectContaining({ message: 'Choose a day that has begun.' }),
  })
  expect(refusal({ endDate: '0001-01-01' })).toHaveProperty('endDate')
  expect(refusal({ startDate: '1999-12-31', endDate: '2000-01-03' })).toHaveProperty('startDate')
  expect(readRequestedDays({ endDate: '9999-12-31' }, '2026-11-21').start).toBe('9999-12-02')
})
