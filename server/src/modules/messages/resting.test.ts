import { describe, expect, test } from 'vitest'
import { heldBy, restAt, type RestSettings } from './resting.ts'

const at = (iso: string) => new Date(iso)
const settings = (offClockGuard: RestSettings['offClockGuard'], mode: 'off' | 'warn' | 'hold' = 'hold') => ({
  offClockGuard,
  quietHours: { mode, start: '21:00', end: '08:00' },
})
const zone = 'America/Chicago'
const days = { fri: { from: '06:00', to: '14:00' } }
const nights = { thu: { from: '22:00', to: '06:00' }, fri: { from: '22:00', to: '06:00' } }
// Friday, January 16, 2026, in Chicago.
const oneAtNight = at('2026-01-16T07:00:00Z')
const sevenInTheMorning = at('2026-01-16T13:00:00Z')
const threeInTheAfternoon = at('2026-01-16T21:00:00Z')

describe('a person at rest', () => {
  test.each([
    ['on the night shift, at night too', oneAtNight, [nights], 'hold', null],
    ['on the early shift within quiet hours', sevenInTheMorning, [days], 'hold', null],
    ['after the early shift', threeInTheAfternoon, [days, nights], 'hold', ['off_shift', '2026-01-17T04:00:00.000Z']],
    ['before the early shift', oneAtNight, [days], 'warn', ['off_shift', '2026-01-16T12:00:00.000Z']],
    ['without a shift, at night', oneAtNight, [], 'hold', ['quiet_hours', '2026-01-16T14:00:00.000Z']],
    ['without a shift, by day', threeInTheAfternoon, [], 'hold', null],
    ['with the guard off, at night', oneAtNight, [nights], 'off', ['quiet_hours', '2026-01-16T14:00:00.000Z']],
    ['with the guard off, by day', threeInTheAfternoon, [nights], 'off', null],
  ] as const)('%s', (...[, moment, shifts, guard, rest]) => {
    const found = restAt(moment, { zone, shifts }, settings(guard))
    expect(found && [found.reason, found.until.toISOString()]).toEqual(rest)
  })

  test('has quiet hours when a text does not heed shifts, and none when it heeds neither', () => {
    const person = { zone, shifts: [days] }
    expect(restAt(oneAtNight, person, settings('hold'), { shifts: false, nights: true })?.reason).toBe('quiet_hours')
    expect(restAt(oneAtNight, person, settings('hold'), { shifts: false, nights: false })).toBeNull()
    expect(restAt(sevenInTheMorning, person, settings('hold'), { shifts: false, nights: true })).toBeNull()
  })

  test('holds only what the organization wants to be held', () => {
    expect(heldBy(settings('warn', 'hold'))).toEqual({ shifts: false, nights: true })
    expect(heldBy(settings('hold', 'warn'))).toEqual({ shifts: true, nights: false })
  })
})
