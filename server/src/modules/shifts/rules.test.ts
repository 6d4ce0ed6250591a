import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextShiftStart } from './rules.ts'

const chicago = 'America/Chicago'
const at = (iso: string) => new Date(iso)
const daytime = { from: '06:00', to: '14:00' }
const week = { mon: daytime, tue: daytime, wed: daytime, thu: daytime, fri: daytime }
const nights = { fri: { from: '22:00', to: '06:00' }, sat: { from: '22:00', to: '06:00' } }

describe('the start of the next shift', () => {
  test.each([
    // 2026-01-16 is a Friday; Chicago is 6 hours behind UTC.
    ['the evening before a working day', '2026-01-15T20:00:00Z', week, '2026-01-16T12:00:00.000Z'],
    ['a Friday after work', '2026-01-16T20:00:00Z', week, '2026-01-19T12:00:00.000Z'],
    ['early on the same day', '2026-01-16T11:59:00Z', week, '2026-01-16T12:00:00.000Z'],
    ['the end sharp', '2026-01-16T20:00:00Z', week, '2026-01-19T12:00:00.000Z'],
    ['the day after a night shift', '2026-01-17T12:00:00Z', nights, '2026-01-18T04:00:00.000Z'],
    ['a week without a second working day', '2026-01-16T21:00:00Z', { fri: daytime }, '2026-01-23T12:00:00.000Z'],
    ['the night the clocks go forward', '2026-03-08T05:00:00Z', { sun: daytime }, '2026-03-08T11:00:00.000Z'],
    ['the night the clocks go back', '2026-11-01T04:00:00Z', { sun: daytime }, '2026-11-01T12:00:00.000Z'],
    [
      'a start in the skipped hour',
      '2026-03-08T05:00:00Z',
      { sun: { from: '02:30', to: '10:00' } },
      '2026-03-08T08:30:00.000Z',
    ],
  ])('is found from %s', (_, now, hours, start) => {
    expect(nextShiftStart(at(now), chicago, [hours])?.toISOString()).toBe(start)
  })

  test.each([
    ['during the shift', '2026-01-16T15:00:00Z', [week]],
    ['at its first minute', '2026-01-16T12:00:00Z', [week]],
    ['after midnight in a night shift', '2026-01-17T11:00:00Z', [nights]],
    ['on the second of two shifts', '2026-01-17T05:00:00Z', [week, nights]],
    ['without a working day', '2026-01-16T15:00:00Z', [{}]],
    ['without a shift', '2026-01-16T15:00:00Z', []],
  ])('is null %s', (_, now, shifts) => {
    expect(nextShiftStart(at(now), chicago, shifts)).toBeNull()
  })

  test('is the earliest of several shifts', () => {
    expect(nextShiftStart(at('2026-01-16T21:00:00Z'), chicago, [week, nights])?.toISOString()).toBe(
      '2026-01-17T04:00:00.000Z',
    )
  })

  test('is on the clock of the contact, not of the organization', () => {
    expect(nextShiftStart(at('2026-01-16T03:00:00Z'), 'Asia/Kolkata', [week])).toBeNull()
    expect(nextShiftStart(at('2026-01-16T03:00:00Z'), 'Pacific/Honolulu', [week])?.toISOString()).toBe(
      '2026-01-16T16:00:00.000Z',
    )
  })
})

test('a text that waited for the start of a shift does not wait again', () => {
  const zones = fc.constantFrom(
    chicago,
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'UTC',
  )
  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
  const moments = fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2034-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(
      moments,
      zones,
      fc.tuple(clock, clock),
      fc.constantFrom('mon', 'thu', 'sun'),
      (now, zone, [from, to], day) => {
        // A shift within the skipped hour does not exist on that day.
        fc.pre((Number(to.slice(0, 2)) - Number(from.slice(0, 2)) + 24) % 24 > 2)
        const hours = [{ [day]: { from, to } }]
        const start = nextShiftStart(now, zone, hours)
        if (start === null) return
        expect(start.getTime()).toBeGreaterThan(now.getTime())
        expect(start.getTime() - now.getTime()).toBeLessThanOrEqual(8 * 24 * 3_600_000)
        expect(nextShiftStart(start, zone, hours)).toBeNull()
      },
    ),
    { numRuns: 500 },
  )
})
