import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Calendar, StoredHoliday } from './holiday-rules.ts'
import { holidayAt, isOpen, nextChange, nextTurn } from './opening-rules.ts'

const by = (zone: string, hours: Calendar['hours'], holidays: StoredHoliday[] = []): Calendar => ({
  zone,
  hours,
  holidays,
})

describe('business hours', () => {
  const at = (text: string) => new Date(text)
  const weekdays = { mon: { from: '08:00', to: '17:00' }, tue: { from: '08:00', to: '17:00' } }

  test('is open from the first minute to the last, in the zone of the organization', () => {
    // Monday, November 23, 2026; Chicago is six hours behind UTC.
    expect(isOpen(at('2026-11-23T13:59:59Z'), by('America/Chicago', weekdays))).toBe(false)
    expect(isOpen(at('2026-11-23T14:00:00Z'), by('America/Chicago', weekdays))).toBe(true)
    expect(isOpen(at('2026-11-23T22:59:59Z'), by('America/Chicago', weekdays))).toBe(true)
    expect(isOpen(at('2026-11-23T23:00:00Z'), by('America/Chicago', weekdays))).toBe(false)
    expect(isOpen(at('2026-11-25T18:00:00Z'), by('America/Chicago', weekdays))).toBe(false)
    expect(isOpen(at('2026-11-23T18:00:00Z'), by('America/Chicago', {}))).toBe(false)
  })

  test('extends a night shift into the next day, and treats equal start and end as a whole day', () => {
    const night = { sun: { from: '22:00', to: '06:00' } }
    expect(isOpen(at('2026-11-22T21:59:00Z'), by('UTC', night))).toBe(false)
    expect(isOpen(at('2026-11-22T22:00:00Z'), by('UTC', night))).toBe(true)
    expect(isOpen(at('2026-11-23T05:59:00Z'), by('UTC', night))).toBe(true)
    expect(isOpen(at('2026-11-23T06:00:00Z'), by('UTC', night))).toBe(false)
    const all = { mon: { from: '00:00', to: '00:00' } }
    expect(isOpen(at('2026-11-23T00:00:00Z'), by('UTC', all))).toBe(true)
    expect(isOpen(at('2026-11-23T23:59:00Z'), by('UTC', all))).toBe(true)
    expect(isOpen(at('2026-11-24T00:00:00Z'), by('UTC', all))).toBe(false)
  })

  test('uses local clock time in an hour that is skipped or repeated', () => {
    const hours = { sun: { from: '01:00', to: '02:00' } }
    // November 1, 2026: 01:30 happens twice in Chicago.
    expect(isOpen(at('2026-11-01T06:30:00Z'), by('America/Chicago', hours))).toBe(true)
    expect(isOpen(at('2026-11-01T07:30:00Z'), by('America/Chicago', hours))).toBe(true)
    expect(isOpen(at('2026-11-01T08:00:00Z'), by('America/Chicago', hours))).toBe(false)
  })

  test('finds the minute of the next opening or closing, also across a clock change', () => {
    expect(nextChange(at('2026-11-23T13:59:00Z'), by('America/Chicago', weekdays))).toEqual(at('2026-11-23T14:00:00Z'))
    expect(nextChange(at('2026-11-23T14:00:00Z'), by('America/Chicago', weekdays))).toEqual(at('2026-11-23T23:00:00Z'))
    // Tuesday evening to Monday morning.
    expect(nextChange(at('2026-11-25T00:00:00Z'), by('America/Chicago', weekdays))).toEqual(at('2026-11-30T14:00:00Z'))
    // Clocks go back on Sunday, November 1, so Monday begins an hour later in UTC.
    expect(nextChange(at('2026-10-31T12:00:00Z'), by('America/Chicago', weekdays))).toEqual(at('2026-11-02T14:00:00Z'))
    expect(nextChange(at('2026-10-24T12:00:00Z'), by('America/Chicago', weekdays))).toEqual(at('2026-10-26T13:00:00Z'))
    expect(nextChange(at('2026-11-23T14:00:00Z'), by('America/Chicago', {}))).toBeUndefined()
  })

  test('stays open or closed until the next change', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '59'))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
    const day = fc.option(fc.record({ from: clock, to: clock }), { nil: undefined })
    const week = fc.record({ mon: day, wed: day, sat: day, sun: day })
    // The weeks around both clock changes in Chicago, Lord Howe (half an hour) and Kathmandu (none).
    const moment = fc.tuple(
      fc.constantFrom(at('2026-03-05T00:00:00Z'), at('2026-03-31T00:00:00Z'), at('2026-10-29T00:00:00Z')),
      fc.integer({ min: 0, max: 6 * 24 * 60 }),
    )
    const zones = fc.constantFrom('America/Chicago', 'Australia/Lord_Howe', 'Asia/Kathmandu')
    fc.assert(
      fc.property(
        moment,
        zones,
        week,
        fc.double({ min: 0, max: 1, noNaN: true }),
        ([base, minutes], zone, days, part) => {
          const hours = Object.fromEntries(Object.entries(days).filter(([, open]) => open))
          const now = new Date(base.getTime() + minutes * 60_000)
          const change = nextChange(now, by(zone, hours))
          const end = change?.getTime() ?? now.getTime() + 7 * 24 * 3_600_000
          const between = new Date(now.getTime() + Math.floor((end - 1 - now.getTime()) * part))
          expect(isOpen(between, by(zone, hours))).toBe(isOpen(now, by(zone, hours)))
          if (change) expect(isOpen(change, by(zone, hours))).not.toBe(isOpen(now, by(zone, hours)))
        },
      ),
    )
  })
})

describe('holidays', () => {
  const at = (text: string) => new Date(text)
  let nth = 0
  const holiday = (from: string, to = from, yearly = false): StoredHoliday => ({
    id: String(nth++),
    name: `From ${from}`,
    from,
    to,
    yearly,
  })
  const all = { from: '00:00', to: '00:00' }
  const always = { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all }
  const xmas = [holiday('2026-12-25', '2026-12-25', true)]

  test.each([
    // Six hours behind UTC, 5¾ ahead, and thirteen ahead: midnight is local.
    ['America/Chicago', '2026-12-25T06:00:00Z', '2026-12-26T06:00:00Z'],
    ['Asia/Kathmandu', '2026-12-24T18:15:00Z', '2026-12-25T18:15:00Z'],
    ['Pacific/Tongatapu', '2026-12-24T11:00:00Z', '2026-12-25T11:00:00Z'],
    ['Pacific/Auckland', '2027-12-24T11:00:00Z', '2027-12-25T11:00:00Z'],
  ])('is closed in %s from midnight to midnight', (zone, begin, end) => {
    const calendar = by(zone, always, xmas)
    for (const [moment, open] of [
      [at(begin).getTime() - 1, true],
      [at(begin).getTime(), false],
      [at(end).getTime() - 1, false],
      [at(end).getTime(), true],
    ] as const) {
      expect(isOpen(new Date(moment), calendar)).toBe(open)
      expect(holidayAt(new Date(moment), calendar) === undefined).toBe(open)
    }
    expect(nextChange(at(begin), calendar)).toEqual(at(end))
    expect(nextChange(new Date(at(begin).getTime() - 1), calendar)).toEqual(at(begin))
  })

  test('is closed for all of a 25-hour and a 23-hour day', () => {
    const spring = by('America/Chicago', always, [holiday('2026-03-08')])
    expect(nextChange(at('2026-03-08T05:59:00Z'), spring)).toEqual(at('2026-03-08T06:00:00Z'))
    expect(nextChange(at('2026-03-08T06:00:00Z'), spring)).toEqual(at('2026-03-09T05:00:00Z'))
    const autumn = by('America/Chicago', always, [holiday('2026-11-01')])
    expect(nextChange(at('2026-11-01T04:59:00Z'), autumn)).toEqual(at('2026-11-01T05:00:00Z'))
    expect(nextChange(at('2026-11-01T05:00:00Z'), autumn)).toEqual(at('2026-11-02T06:00:00Z'))
    expect(isOpen(at('2026-11-02T05:59:59Z'), autumn)).toBe(false)
    // In Santiago, clocks go forward at midnight, so the day begins at one.
    const late = by('America/Santiago', always, [holiday('2026-09-06')])
    expect(nextChange(at('2026-09-05T12:00:00Z'), late)).toEqual(at('2026-09-06T04:00:00Z'))
    expect(nextChange(at('2026-09-06T12:00:00Z'), late)).toEqual(at('2026-09-07T03:00:00Z'))
  })

  test('ends the night shift of the evening before at midnight and skips that of the holiday', () => {
    const night = { from: '22:00', to: '06:00' }
    const calendar = by('UTC', { thu: night, fri: night, sat: night }, xmas)
    // Christmas 2026 is a Friday.
    expect(isOpen(at('2026-12-24T23:59:00Z'), calendar)).toBe(true)
    expect(isOpen(at('2026-12-25T00:00:00Z'), calendar)).toBe(false)
    expect(isOpen(at('2026-12-25T23:00:00Z'), calendar)).toBe(false)
    expect(isOpen(at('2026-12-26T05:00:00Z'), calendar)).toBe(false)
    expect(nextChange(at('2026-12-25T00:00:00Z'), calendar)).toEqual(at('2026-12-26T22:00:00Z'))
  })

  test('changes the announcement at midnight even when closed before and after', () => {
    const closed = by('UTC', {}, xmas)
    expect(nextChange(at('2026-12-01T12:00:00Z'), closed)).toBeUndefined()
    expect(nextTurn(at('2026-12-01T12:00:00Z'), closed)).toEqual(at('2026-12-25T00:00:00Z'))
    expect(nextTurn(at('2026-12-25T12:00:00Z'), closed)).toEqual(at('2026-12-26T00:00:00Z'))
    expect(nextTurn(at('2026-12-26T00:00:00Z'), closed)).toEqual(at('2027-12-25T00:00:00Z'))
    expect(nextTurn(at('2026-12-26T00:00:00Z'), by('UTC', {}))).toBeUndefined()
    // Two holidays in a row: still closed, but with another name.
    const two = by('UTC', {}, [...xmas, holiday('2026-12-26')])
    expect(nextTurn(at('2026-12-25T12:00:00Z'), two)).toEqual(at('2026-12-26T00:00:00Z'))
  })

  test('opens after the last day of a long holiday', () => {
    const summer = by('UTC', { mon: { from: '08:00', to: '17:00' } }, [holiday('2026-07-01', '2026-09-30')])
    expect(nextChange(at('2026-06-30T12:00:00Z'), summer)).toEqual(at('2026-10-05T08:00:00Z'))
  })

  test('keeps the opening state and the holiday until the next change', () => {
    const zones = fc.constantFrom('America/Chicago', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Santiago')
    const day = fc
      .integer({ min: 0, max: 50 })
      .map((add) => new Date(Date.UTC(2026, 7, 20 + add)).toISOString().slice(0, 10))
    const hours = fc.constantFrom(
      always,
      {},
      { fri: { from: '22:00', to: '06:00' }, sun: { from: '00:30', to: '12:00' } },
    )
    const calendar = fc
      .record({ zone: zones, hours, days: fc.array(fc.tuple(day, day, fc.boolean()), { maxLength: 3 }) })
      .map(({ zone, hours, days }) => {
        const spans = days.filter(([from, to]) => from <= to)
        return by(
          zone,
          hours,
          spans.map((span) => holiday(...span)),
        )
      })
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 60 })
    fc.assert(
      fc.property(calendar, minutes, fc.double({ min: 0, max: 1, noNaN: true }), (days, minute, part) => {
        const now = new Date(Date.UTC(2026, 7, 18) + minute * 60_000)
        const openAt = (moment: Date) => isOpen(moment, days)
        const stateAt = (moment: Date) => `${openAt(moment)} ${holidayAt(moment, days)?.id}`
        for (const [next, at] of [
          [nextChange(now, days), openAt],
          [nextTurn(now, days), stateAt],
        ] as const) {
          const end = next?.getTime() ?? now.getTime() + 7 * 24 * 3_600_000
          const between = new Date(now.getTime() + Math.floor((end - 1 - now.getTime()) * part))
          expect(at(between)).toBe(at(now))
          if (next) expect(at(next)).not.toBe(at(now))
        }
      }),
    )
  })
})
