import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nightEnd } from './quiet-hours.ts'
import { nextTry, type TryFacts } from './retries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const noon = new Date('2026-06-10T17:00:00Z')
const facts: TryFacts = {
  now: noon,
  zone: 'America/Chicago',
  night: { start: '21:00', end: '08:00' },
  holds: true,
  chance: 0,
}
const failed = (code: string, retries = 0, more: object = {}) => ({
  ...{ code, retries, kind: 'text', expiresAt: null, hasMedia: false, mediaAsLink: false, ...more },
})
const waits = (code: string, more: Partial<TryFacts> = {}) => {
  const found: number[] = []
  for (let retries = 0; retries < 20; retries += 1) {
    const next = nextTry(failed(code, retries), { ...facts, ...more })
    if (!next) break
    found.push((next.dueAt.getTime() - noon.getTime()) / MINUTE)
  }
  return found
}

describe('after a definite failure the table says when to try again', () => {
  test.each<[code: string, minutes: number[]]>([
    ['30001', [0.5, 1, 2, 4, 8]],
    ['20429', [0.5, 1, 2, 4, 8]],
    ['30008', [5]],
    // 12 hours after noon it is midnight there: it waits for eight, as does the last one.
    ['30003', [30, 120, 20 * 60, 20 * 60]],
    ['30004', []],
    ['30005', []],
    ['30006', []],
    ['30007', []],
    ['30034', []],
    ['21610', []],
    ['21211', []],
    ['99999', []],
  ])('%s: %j minutes', (code, minutes) => {
    expect(waits(code)).toEqual(minutes)
  })

  test('the daily cap: at midnight in California, three days at most', () => {
    expect(nextTry(failed('30023'), facts)).toMatchObject({
      dueAt: new Date('2026-06-11T07:00:00Z'),
      reason: 'carrier_cap',
    })
    expect(waits('30023')).toHaveLength(3)
  })

  test('files a phone cannot show: once, with a link, and only where there are files', () => {
    expect(nextTry(failed('30011', 0, { hasMedia: true }), facts)).toMatchObject({ asLink: true, dueAt: noon })
    expect(nextTry(failed('30011', 1, { hasMedia: true, mediaAsLink: true }), facts)).toBeNull()
    expect(nextTry(failed('30011'), facts)).toBeNull()
  })

  test('an answer that must come now or never is not tried again, nor anything beyond its own end', () => {
    expect(nextTry(failed('30008', 0, { kind: 'auto_reply' }), facts)).toBeNull()
    expect(nextTry(failed('30008', 0, { expiresAt: new Date(noon.getTime() + MINUTE) }), facts)).toBeNull()
  })
})

test('whatever fails, whenever: another try is never before now, never in the night, and they end', () => {
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
            ...facts,
            now,
            chance,
          })
          if (!next) break
          expect(next.dueAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
          expect(next.dueAt.getTime() - now.getTime()).toBeLessThanOrEqual(40 * HOUR)
          if (next.reason === 'retry' && !next.asLink) expect(nightEnd(next.dueAt, facts.zone, facts.night)).toBeNull()
        }
        expect(retries).toBeLessThanOrEqual(5)
      },
    ),
  )
})
