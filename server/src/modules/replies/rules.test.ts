import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOpen, nextChange } from './rules.ts'

describe('hours', () => {
  const at = (text: string) => new Date(text)
  const weekdays = { mon: { from: '08:00', to: '17:00' }, tue: { from: '08:00', to: '17:00' } }

  test('somebody is there from the first minute to the last, on the clocks of the organization', () => {
    // Monday 23 November 2026 in Chicago is six hours behind.
    expect(isOpen(at('2026-11-23T13:59:59Z'), 'America/Chicago', weekdays)).toBe(false)
    expect(isOpen(at('2026-11-23T14:00:00Z'), 'America/Chicago', weekdays)).toBe(true)
    expect(isOpen(at('2026-11-23T22:59:59Z'), 'America/Chicago', weekdays)).toBe(true)
    expect(isOpen(at('2026-11-23T23:00:00Z'), 'America/Chicago', weekdays)).toBe(false)
    expect(isOpen(at('2026-11-25T18:00:00Z'), 'America/Chicago', weekdays)).toBe(false)
    expect(isOpen(at('2026-11-23T18:00:00Z'), 'America/Chicago', {})).toBe(false)
  })

  test('a night shift runs into the next day, and hours that end when they begin are a whole day', () => {
    const night = { sun: { from: '22:00', to: '06:00' } }
    expect(isOpen(at('2026-11-22T21:59:00Z'), 'UTC', night)).toBe(false)
    expect(isOpen(at('2026-11-22T22:00:00Z'), 'UTC', night)).toBe(true)
    expect(isOpen(at('2026-11-23T05:59:00Z'), 'UTC', night)).toBe(true)
    expect(isOpen(at('2026-11-23T06:00:00Z'), 'UTC', night)).toBe(false)
    const all = { mon: { from: '00:00', to: '00:00' } }
    expect(isOpen(at('2026-11-23T00:00:00Z'), 'UTC', all)).toBe(true)
    expect(isOpen(at('2026-11-23T23:59:00Z'), 'UTC', all)).toBe(true)
    expect(isOpen(at('2026-11-24T00:00:00Z'), 'UTC', all)).toBe(false)
  })

  test('the hour that clocks skip or show twice is read from the clock', () => {
    const hours = { sun: { from: '01:00', to: '02:00' } }
    // 1 November 2026: 01:30 happens twice in Chicago.
    expect(isOpen(at('2026-11-01T06:30:00Z'), 'America/Chicago', hours)).toBe(true)
    expect(isOpen(at('2026-11-01T07:30:00Z'), 'America/Chicago', hours)).toBe(true)
    expect(isOpen(at('2026-11-01T08:00:00Z'), 'America/Chicago', hours)).toBe(false)
  })

  test('the next change is the minute somebody comes or goes, also when clocks change before it', () => {
    expect(nextChange(at('2026-11-23T13:59:00Z'), 'America/Chicago', weekdays)).toEqual(at('2026-11-23T14:00:00Z'))
    expect(nextChange(at('2026-11-23T14:00:00Z'), 'America/Chicago', weekdays)).toEqual(at('2026-11-23T23:00:00Z'))
    // Tuesday evening to Monday morning.
    expect(nextChange(at('2026-11-25T00:00:00Z'), 'America/Chicago', weekdays)).toEqual(at('2026-11-30T14:00:00Z'))
    // Clocks go back on Sunday, 1 November: Monday begins an hour later for the world.
    expect(nextChange(at('2026-10-31T12:00:00Z'), 'America/Chicago', weekdays)).toEqual(at('2026-11-02T14:00:00Z'))
    expect(nextChange(at('2026-10-24T12:00:00Z'), 'America/Chicago', weekdays)).toEqual(at('2026-10-26T13:00:00Z'))
    expect(nextChange(at('2026-11-23T14:00:00Z'), 'America/Chicago', {})).toBeUndefined()
  })

  test('until the next change nothing changes', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '59'))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
    const day = fc.option(fc.record({ from: clock, to: clock }), { nil: undefined })
    const week = fc.record({ mon: day, wed: day, sat: day, sun: day })
    // The weeks around both changes of the clocks in Chicago, Lord Howe (half an hour) and Kathmandu (none).
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
          const change = nextChange(now, zone, hours)
          const end = change?.getTime() ?? now.getTime() + 7 * 24 * 3_600_000
          const between = new Date(now.getTime() + Math.floor((end - 1 - now.getTime()) * part))
          expect(isOpen(between, zone, hours)).toBe(isOpen(now, zone, hours))
          if (change) expect(isOpen(change, zone, hours)).not.toBe(isOpen(now, zone, hours))
        },
      ),
    )
  })
})
