import { expect, it } from 'vitest'
import { wholeDay } from './whole-day.ts'

it('fills the first day of a run with hours in which nothing happened', () => {
  const first = { at: '2026-12-01T15:14:00.000Z', sent: 9, delivered: 8, replied: 0, answered: 0 }
  const third = { at: '2026-12-01T17:14:00.000Z', sent: 0, delivered: 1, replied: 2, answered: 1 }
  const day = wholeDay([first, third])
  expect(day).toHaveLength(24)
  expect(day[0]).toBe(first)
  expect(day[1]).toEqual({ at: '2026-12-01T16:14:00.000Z', sent: 0, delivered: 0, replied: 0, answered: 0 })
  expect(day[2]).toBe(third)
  expect(day.at(-1)?.at).toBe('2026-12-02T14:14:00.000Z')
})

it('shows nothing before a run has begun', () => {
  expect(wholeDay([])).toEqual([])
})
