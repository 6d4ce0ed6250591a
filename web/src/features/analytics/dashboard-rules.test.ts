import { describe, expect, it, test } from 'vitest'
import {
  barsOf,
  cellAfter,
  countDelta,
  daysIn,
  presetOf,
  rangeOf,
  shareDelta,
  shareOf,
  waitText,
} from './dashboard-rules.ts'

describe('a range of days', () => {
  it('ends today', () => {
    expect(rangeOf('7', '2026-11-21')).toEqual({ start: '2026-11-15', end: '2026-11-21' })
    expect(rangeOf('month', '2026-11-21')).toEqual({ start: '2026-11-01', end: '2026-11-21' })
    expect(daysIn(rangeOf('90', '2026-03-10'))).toBe(90)
    expect(rangeOf('365', '2026-11-21')).toEqual({ start: '2025-11-22', end: '2026-11-21' })
  })

  it('matches its preset, unless the days are custom', () => {
    expect(presetOf({ start: '2026-10-23', end: '2026-11-21' }, '2026-11-21')).toBe('30')
    expect(presetOf({ start: '2026-10-24', end: '2026-11-21' }, '2026-11-21')).toBeUndefined()
  })
})

describe('a change', () => {
  it.each([
    [112, 100, { way: 'up', by: 12 }],
    [50, 100, { way: 'down', by: 50 }],
    [100, 100, { way: 'same', by: 0 }],
    [5, 0, undefined],
  ])('compares %i with %i', (now, before, delta) => expect(countDelta(now, before)).toEqual(delta))

  it('of a percentage is in points, and is undefined when nothing was sent', () => {
    expect(shareDelta(shareOf(97, 100), shareOf(99, 100))).toEqual({ way: 'down', by: 2 })
    expect(shareDelta(shareOf(0, 0), shareOf(1, 1))).toBeUndefined()
  })
})

describe('the bars', () => {
  const day = (date: string, sent: number) => ({ date, sent, delivered: sent - 1, notDelivered: 1, received: 1 })

  it('are days, and weeks when days would be too narrow', () => {
    expect(barsOf([day('2026-11-20', 3), day('2026-11-21', 4)])).toHaveLength(2)
    const year = Array.from({ length: 100 }, (_, at) => day(`day-${at}`, 2))
    expect(barsOf(year)).toHaveLength(15)
    expect(barsOf(year)[0]).toMatchObject({
      start: 'day-0',
      end: 'day-6',
      sent: 14,
      delivered: 7,
      notDelivered: 7,
      received: 7,
    })
    expect(barsOf(year).reduce((sum, { sent }) => sum + sent, 0)).toBe(200)
  })
})

test('arrow keys move one cell in a grid of the week, and stop at its edge', () => {
  const at = { weekday: 6, hour: 0 }
  expect(cellAfter(at, 'ArrowRight', 'hours')).toEqual({ weekday: 6, hour: 1 })
  expect(cellAfter(at, 'ArrowDown', 'hours')).toBeUndefined()
  expect(cellAfter(at, 'ArrowLeft', 'hours')).toBeUndefined()
  expect(cellAfter(at, 'ArrowUp', 'hours')).toEqual({ weekday: 5, hour: 0 })
  expect(cellAfter(at, 'ArrowRight', 'days')).toBeUndefined()
  expect(cellAfter(at, 'ArrowDown', 'days')).toEqual({ weekday: 6, hour: 1 })
  expect(cellAfter(at, 'Enter', 'hours')).toBeUndefined()
})

test.each([
  [null, '–'],
  [0.4, '< 1m'],
  [14.4, '14m'],
  [119, '119m'],
  [150, '2.5h'],
  [60 * 47, '47h'],
  [60 * 24 * 3, '3d'],
])('a wait of %s minutes reads %s', (minutes, text) => {
  expect(waitText(minutes, 'en')).toBe(text)
})
