import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nightEnd } from './quiet-hours.ts'
import { nextTry, type RetryContext } from './retries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const noon = new Date('2026-06-10T17:00:00Z')
const night = { start: '21:00', end: '08:00' }
const events: RetryContext = {
  now: noon,
  zone: 'America/Chicago',
  night,
  heldUntil: (moment) => nightEnd(moment, 'America/Chicago', night),
  chance: 0,
}
const failed = (code: string, retries = 0, more: object = {}) => ({
  ...{ code, retries, kind: 'text', expiresAt: null, hasMedia: false, mediaAsLink: false, ...more },
})
const delaysFor = (code: string, more: Partial<RetryContext> = {}) => {
  const delays: number[] = []
  for (let retries = 0; retries < 20; retries += 1) {
    const next = nextTry(failed(code, retries), { ...events, ...more })
    if (!next) break
    delays.push((next.dueAt.getTime() - noon.getTime()) / MINUTE)
  }
  return delays
}

describe('retry times after a definite failure', () => {
  test.each<[code: string, minutes: number[]]>([
    ['30001', [0.5, 1, 2, 4, 8]],
    ['20429', [0.5, 1, 2, 4, 8]],
    ['30008', [5]],
    // 12 hours after noon is midnight in that zone, so the last two retries wait until 8 a.m.
    ['30003', [30, 120, 20 * 60, 20 * 60]],
    ['30004', []],
    ['30005', []],
    ['30006', []],
    ['30007', []],
    ['30034', []],
    ['21610', []],
    ['21211', []],
    ['99999', []],
  ])('waits after %s: %j minutes', (code, minutes) => {
    expect(delaysFor(code)).toEqual(minutes)
  })

  test('waits for midnight in California after a daily cap, three days at most, and for the morning if that is night', () => {
    const day = { ...events, heldUntil: () => null }
    expect(nextTry(failed('30023'), day)).toMatchObject({
      dueAt: new Date('2026-06-11T07:00:00Z'),
      reason: 'carrier_cap',
    })
    expect(nextTry(failed('30023'), events)?.dueAt).toEqual(new Date('2026-06-11T13:00:00Z'))
    expect(delaysFor('30023')).toHaveLength(3)
  })

  test('resends as a link at once, only once and only when there are files', () => {
    expect(nextTry(failed('30011', 0, { hasMedia: true }), events)).toMatchObject({ asLink: true, dueAt: noon })
    expect(nextTry(failed('30011', 1, { hasMedia: true, mediaAsLink: true }), events)).toBeNull()
    expect(nextTry(failed('30011'), events)).toBeNull()
  })

  test('does not retry an automatic answer, nor past the expiry of a message', () => {
    expect(nextTry(failed('30008', 0, { kind: 'auto_reply' }), events)).toBeNull()
    expect(nextTry(failed('30008', 0, { expiresAt: new Date(noon.getTime() + MINUTE) }), events)).toBeNull()
  })
})

test('never retries in the past or at night, and always stops', () => {
  const codes = fc.constantFrom('30001', '20429', '30003', '40006', '30008', '30023', '30011', 'nonsense')
  fc.assert(
    fc.property(
      codes,
      fc.date({ min: noon, max: new Date('2030-01-01'), noInvalidDate: true }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (code, now, chance) => {
        let retries = 0
        for (; retries < 50; retries += 1) {
          const next = nextTry(failed(code, retries, { hasMedia: true, mediaAsLink: retries > 0 }), {
            ...events,
            now,
            chance,
          })
          if (!next) break
          expect(next.dueAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
          expect(next.dueAt.getTime() - now.getTime()).toBeLessThanOrEqual(40 * HOUR)
          if (next.reason === 'retry' && !next.asLink)
            expect(nightEnd(next.dueAt, events.zone, events.night)).toBeNull()
        }
        expect(retries).toBeLessThanOrEqual(5)
      },
    ),
  )
})
