import { describe, expect, it } from 'vitest'
import { fullTime, shortTime, validForMs } from './relative-time.ts'

const now = new Date('2026-11-20T20:00:00Z')
const context = { now, locale: 'en', timeZone: 'America/New_York' }
// Intl puts narrow spaces before AM that differ between versions.
const short = (iso: string) => shortTime(new Date(iso), context).replace(/\s/g, ' ')

describe('short time', () => {
  it.each([
    ['2026-11-20T19:59:50Z', 'now'],
    ['2026-11-20T20:00:20Z', 'now'],
    ['2026-11-20T19:58:00Z', '2m'],
    ['2026-11-20T19:00:01Z', '59m'],
    ['2026-11-20T14:41:00Z', '9:41 AM'],
    ['2026-11-20T04:59:00Z', 'Thu'],
    ['2026-11-16T12:00:00Z', 'Mon'],
    ['2026-11-13T12:00:00Z', 'Nov 13'],
    ['2026-03-03T12:00:00Z', 'Mar 3'],
    ['2025-03-03T12:00:00Z', 'Mar 3, 2025'],
    ['2026-11-20T22:30:00Z', '5:30 PM'],
    ['2026-11-23T13:00:00Z', 'Mon'],
    ['2027-01-05T13:00:00Z', 'Jan 5, 2027'],
  ])('of %s is %s', (iso, expected) => {
    expect(short(iso)).toBe(expected)
  })

  it('follows the language', () => {
    expect(shortTime(new Date('2026-03-03T12:00:00Z'), { ...context, locale: 'es' })).toBe('3 mar')
  })
})

it('includes the time zone in the full time', () => {
  expect(fullTime(new Date('2026-11-20T14:41:00Z'), context)).toContain('EST')
})

it('is updated at the end of the minute', () => {
  expect(validForMs(new Date(now.getTime() - 90_000), now)).toBe(30_000)
})
