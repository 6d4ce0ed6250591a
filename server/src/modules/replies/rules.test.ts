import { describe, expect, test } from 'vitest'
import { isOpen } from './rules.ts'

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
})
