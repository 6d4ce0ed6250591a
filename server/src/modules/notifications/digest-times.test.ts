import { describe, expect, test } from 'vitest'
import { isAtWork, isDigestDue, lastDue } from './digest-times.ts'
import { prefsFrom } from './prefs.ts'

const at = (text: string) => new Date(`${text}Z`)

describe('a digest was last due', () => {
  test.each([
    ['15m', 'UTC', '2026-03-05T10:14:59', '2026-03-05T10:00:00'],
    ['15m', 'UTC', '2026-03-05T10:15:00', '2026-03-05T10:15:00'],
    ['1h', 'UTC', '2026-03-05T10:59:59', '2026-03-05T10:00:00'],
    // India is half an hour off.
    ['1h', 'Asia/Kolkata', '2026-03-05T10:29:59', '2026-03-05T09:30:00'],
    ['1h', 'Asia/Kolkata', '2026-03-05T10:30:00', '2026-03-05T10:30:00'],
    ['daily', 'America/Chicago', '2026-03-05T13:59:59', '2026-03-04T14:00:00'],
    ['daily', 'America/Chicago', '2026-03-05T14:00:00', '2026-03-05T14:00:00'],
    // Clocks go forward on March 8, and back on November 1.
    ['daily', 'America/Chicago', '2026-03-08T13:00:00', '2026-03-08T13:00:00'],
    ['daily', 'America/Chicago', '2026-03-08T12:59:59', '2026-03-07T14:00:00'],
    ['daily', 'America/Chicago', '2026-11-01T14:00:00', '2026-11-01T14:00:00'],
    ['daily', 'Pacific/Auckland', '2026-12-31T19:00:00', '2026-12-31T19:00:00'],
  ] as const)('%s in %s at %s: %s', (digest, zone, now, due) => {
    expect(lastDue(digest, at(now), zone).toISOString()).toBe(at(due).toISOString())
  })
})

test('is due once for each time, and never when it is off', () => {
  const isDue = (digest: 'off' | '1h', checkedAt: string, now: string) =>
    isDigestDue(prefsFrom({ digest }), { checkedAt: at(checkedAt), now: at(now), timeZone: 'UTC' })
  expect(isDue('1h', '2026-03-05T09:30:00', '2026-03-05T09:59:59')).toBe(false)
  expect(isDue('1h', '2026-03-05T09:30:00', '2026-03-05T10:00:00')).toBe(true)
  expect(isDue('1h', '2026-03-05T10:00:00', '2026-03-05T10:00:01')).toBe(false)
  expect(isDue('off', '2026-03-01T10:00:00', '2026-03-05T10:00:01')).toBe(false)
})

test('waits for the end of quiet hours, in the zone of the member', () => {
  const prefs = prefsFrom({ digest: 'daily', quiet: { from: '20:00', to: '09:00' } })
  const isDue = (now: string) =>
    isDigestDue(prefs, { checkedAt: at('2026-03-04T15:00:00'), now: at(now), timeZone: 'America/Chicago' })
  expect(['14:00:00', '14:59:59', '15:00:00'].map((time) => isDue(`2026-03-05T${time}`))).toEqual([false, false, true])
})

test('knows a member at work until six minutes after the last note of their session', () => {
  const now = at('2026-03-05T10:00:00')
  expect([null, at('2026-03-05T09:54:00'), at('2026-03-05T09:54:01')].map((active) => isAtWork(active, now))).toEqual([
    false,
    false,
    true,
  ])
})
