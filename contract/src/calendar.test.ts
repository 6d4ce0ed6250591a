import { describe, expect, it } from 'vitest'
import { canonicalZone, clockIn, dayIn, daysAfter, localTimeAt } from './calendar.ts'

describe('calendar days', () => {
  it('begin at midnight of their time zone', () => {
    const moment = new Date('2026-11-22T05:30:00Z')
    expect(dayIn('America/Chicago', moment)).toBe('2026-11-21')
    expect(dayIn('Asia/Tokyo', moment)).toBe('2026-11-22')
    expect(clockIn('America/Chicago', moment)).toBe('23:30')
    expect(clockIn('UTC', new Date('2026-11-22T00:05:00Z'))).toBe('00:05')
  })
  it('are counted across clock changes and leap days', () => {
    expect(daysAfter('2026-03-08', 1)).toBe('2026-03-09')
    expect(daysAfter('2026-11-01', 1)).toBe('2026-11-02')
    expect(daysAfter('2024-02-29', -366)).toBe('2023-02-28')
  })
  it('have a weekday and a local time', () => {
    expect(localTimeAt('Asia/Kolkata', new Date('2026-04-04T20:05:09Z'))).toEqual({
      ...{ year: 2026, month: 4, day: 5, hour: 1, minute: 35, second: 9 },
      weekday: 0,
    })
  })
})

it.each([
  ['US/Central', 'America/Chicago'],
  ['america/chicago', 'America/Chicago'],
  ['UTC', 'UTC'],
  ['+05:30', undefined],
  ['Mars/Olympus', undefined],
  ['', undefined],
])('reads the time zone %j as %j', (name, expected) => {
  expect(canonicalZone(name)).toBe(expected)
})
