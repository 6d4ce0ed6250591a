import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextCarrierDay, nextMorning, nightEnd } from './quiet-hours.ts'

const night = { start: '21:00', end: '08:00' }
const at = (iso: string) => new Date(iso)

describe('the end of the night', () => {
  test.each([
    ['an evening in Chicago', '2026-01-16T03:30:00Z', 'America/Chicago', '2026-01-16T14:00:00.000Z'],
    ['early in the morning there', '2026-01-16T13:59:59Z', 'America/Chicago', '2026-01-16T14:00:00.000Z'],
    ['nine sharp is night', '2026-01-16T03:00:00Z', 'America/Chicago', '2026-01-16T14:00:00.000Z'],
    ['the night the clocks go forward', '2026-03-08T06:00:00Z', 'America/Chicago', '2026-03-08T13:00:00.000Z'],
    ['the night the clocks go back', '2026-11-01T04:00:00Z', 'America/Chicago', '2026-11-01T14:00:00.000Z'],
    ['half an hour zones', '2026-01-15T16:00:00Z', 'Asia/Kolkata', '2026-01-16T02:30:00.000Z'],
  ])('is returned for: %s', (_, now, zone, end) => {
    expect(nightEnd(at(now), zone, night)?.toISOString()).toBe(end)
  })

  test.each([
    ['eight sharp is day', '2026-01-16T14:00:00Z', 'America/Chicago'],
    ['a minute before nine is day', '2026-01-16T02:59:59Z', 'America/Chicago'],
  ])('is null because %s', (_, now, zone) => {
    expect(nightEnd(at(now), zone, night)).toBeNull()
  })

  test.each([
    // 2026-01-16 is a Friday.
    ['Friday night ends by the hours of Saturday', '2026-01-17T04:00:00Z', '2026-01-17T15:30:00.000Z'],
    ['Saturday night ends by the hours of Sunday', '2026-01-18T04:30:00Z', '2026-01-18T18:00:00.000Z'],
    ['Sunday at ten is still quiet', '2026-01-18T16:00:00Z', '2026-01-18T18:00:00.000Z'],
    ['Sunday night ends as usual on Monday', '2026-01-19T03:30:00Z', '2026-01-19T14:00:00.000Z'],
    ['Wednesday is quiet at noon and again at night', '2026-01-21T18:30:00Z', '2026-01-21T19:00:00.000Z'],
  ])('follows the weekday: %s', (_, now, end) => {
    const days = {
      wed: { start: '12:00', end: '13:00' },
      sat: { start: '22:00', end: '09:30' },
      sun: { start: '21:00', end: '12:00' },
    }
    expect(nightEnd(at(now), 'America/Chicago', { ...night, days })?.toISOString()).toBe(end)
  })

  test.each([
    ['a Saturday at half past nine in the evening', '2026-01-18T03:29:00Z'],
    ['a Wednesday evening without a night', '2026-01-22T04:00:00Z'],
    ['a Sunday at noon', '2026-01-18T18:00:00Z'],
  ])('is null on %s, whose hours differ from the usual ones', (_, now) => {
    const days = {
      wed: { start: '12:00', end: '13:00' },
      sat: { start: '22:00', end: '09:30' },
      sun: { start: '21:00', end: '12:00' },
    }
    expect(nightEnd(at(now), 'America/Chicago', { ...night, days })).toBeNull()
  })

  test('lasts until the morning after a weekday that is quiet as a whole', () => {
    const week = { ...night, days: { sun: { start: '00:00', end: '00:00' } } }
    const monday = '2026-01-19T14:00:00.000Z'
    const sundayNoon = at('2026-01-18T18:00:00Z')
    expect(nightEnd(sundayNoon, 'America/Chicago', week)?.toISOString()).toBe(monday)
    expect(nightEnd(at('2026-01-18T05:00:00Z'), 'America/Chicago', week)?.toISOString()).toBe(monday)
    expect(nextMorning(sundayNoon, 'America/Chicago', week).toISOString()).toBe(monday)
    const saturdayNoon = at('2026-01-17T18:00:00Z')
    expect(nightEnd(saturdayNoon, 'America/Chicago', week)).toBeNull()
    expect(nextMorning(saturdayNoon, 'America/Chicago', week).toISOString()).toBe(monday)
  })

  test('moves after a skipped hour, and is the first one ahead in a repeated hour', () => {
    const short = { start: '00:30', end: '02:30' }
    expect(nightEnd(at('2026-03-08T07:00:00Z'), 'America/Chicago', short)?.toISOString()).toBe(
      '2026-03-08T08:30:00.000Z',
    )
    const twice = { start: '23:00', end: '01:30' }
    expect(nightEnd(at('2026-11-01T05:00:00Z'), 'America/Chicago', twice)?.toISOString()).toBe(
      '2026-11-01T06:30:00.000Z',
    )
    // 01:10 for the second time: the first 01:30 has passed.
    expect(nightEnd(at('2026-11-01T07:10:00Z'), 'America/Chicago', twice)?.toISOString()).toBe(
      '2026-11-01T07:30:00.000Z',
    )
  })
})

const zones = fc.constantFrom(
  'America/Chicago',
  'America/St_Johns',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
)
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
/** Returns the minutes from one time of day to the next such time; 0 when they are equal. */
const minutesBetween = (from: string, to: string) => {
  const [a, b] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) as [number, number]
  return (b - a + 1440) % 1440
}
const moments = fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2034-01-01T00:00:00Z'), noInvalidDate: true })

test('at any time in any zone, the night ends within 26 hours and a held message does not wait again', () => {
  fc.assert(
    fc.property(moments, zones, clock, clock, (now, zone, start, end) => {
      // On the night the clocks go forward, a day as short as the skipped hour may not exist.
      fc.pre(minutesBetween(end, start) > 60)
      const until = nightEnd(now, zone, { start, end })
      if (until === null) return
      expect(until.getTime()).toBeGreaterThan(now.getTime())
      expect(until.getTime() - now.getTime()).toBeLessThanOrEqual(26 * 3_600_000)
      const secondEnd = nightEnd(until, zone, { start, end })
      // Only an end within a repeated hour can be night again, for that hour.
      if (secondEnd) expect(secondEnd.getTime() - until.getTime()).toBeLessThanOrEqual(2 * 3_600_000)
    }),
    { numRuns: 2000 },
  )
})

test('the next morning is always ahead, and equals the end of the current night', () => {
  fc.assert(
    fc.property(moments, zones, (now, zone) => {
      const morning = nextMorning(now, zone, night)
      expect(morning.getTime()).toBeGreaterThan(now.getTime())
      expect(morning.getTime() - now.getTime()).toBeLessThanOrEqual(26 * 3_600_000)
      expect(nightEnd(now, zone, night)?.getTime() ?? morning.getTime()).toBe(morning.getTime())
    }),
  )
})

test('a carrier day begins at midnight in California, summer and winter', () => {
  expect(nextCarrierDay(at('2026-01-15T12:00:00Z')).toISOString()).toBe('2026-01-16T08:00:00.000Z')
  expect(nextCarrierDay(at('2026-07-15T06:59:00Z')).toISOString()).toBe('2026-07-15T07:00:00.000Z')
  expect(nextCarrierDay(at('2026-03-08T08:00:00Z')).toISOString()).toBe('2026-03-09T07:00:00.000Z')
})
