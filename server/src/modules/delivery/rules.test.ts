import { SUBMIT_WRITE_WITHIN_MS } from '@crewline/contract/limits'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoffMs, hookUrl, mayWrite, Pace, splitByDue } from './rules.ts'

describe('the pace of a line', () => {
  /** When each text went, over a minute in which it is asked at the given moments. */
  function run(perSecond: number, steps: number[], wanted = 1_000): number[] {
    const pace = new Pace(perSecond, 0)
    const went: number[] = []
    let now = 0
    for (const step of steps) {
      now += step
      const taken = pace.take(wanted, now)
      for (let n = 0; n < taken; n++) went.push(now)
    }
    return went
  }
  const inWindow = (went: number[], from: number) => went.filter((at) => at >= from && at < from + 1_000).length

  test('over a long time it is the rate, whatever the rhythm of asking', () => {
    for (const perSecond of [0.5, 1, 3, 10, 99.5, 1_000]) {
      for (const step of [1, 7, 100, 333, 1_000]) {
        const steps = Array.from({ length: Math.ceil(60_000 / step) }, () => step)
        const went = run(perSecond, steps)
        expect(went.length).toBeLessThanOrEqual(perSecond * 60 + Math.max(1, perSecond) + 1)
      }
    }
  })

  test('asked again when it said, it gives nearly all of the rate', () => {
    for (const perSecond of [0.5, 1, 3, 10, 50]) {
      const pace = new Pace(perSecond, 0)
      let [now, went] = [0, 0]
      while (now < 60_000) {
        went += pace.take(1_000, now)
        now += Math.max(1, pace.waitMs())
      }
      expect(went).toBeGreaterThanOrEqual(Math.floor(perSecond * 60 * 0.9))
      expect(went).toBeLessThanOrEqual(perSecond * 60)
    }
  })

  test('no second, the first one included, holds more than the rate', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 5, 10, 50, 400),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 20, maxLength: 200 }),
        (perSecond, steps) => {
          const went = run(perSecond, steps)
          return went.every((from) => inWindow(went, from) <= perSecond)
        },
      ),
      { numRuns: 200, seed: 2_026 },
    )
  })

  test('after a long silence nothing is made up for', () => {
    const pace = new Pace(10, 0)
    expect(pace.take(1_000, 0)).toBe(1)
    expect(pace.take(1_000, 3_600_000)).toBe(1)
    expect(pace.take(1_000, 3_600_050)).toBe(0)
  })

  test('it takes no more than wanted, and says how long until the next', () => {
    const pace = new Pace(100, 0)
    expect(pace.take(3, 0)).toBe(3)
    expect(pace.waitMs()).toBe(0)
    expect(pace.take(3, 0)).toBe(2)
    expect(pace.waitMs()).toBe(11)
    expect(pace.take(1, 10)).toBe(0)
    expect(pace.take(1, 11)).toBe(1)
  })

  test('a rate below one a second still sends, one at a time', () => {
    const pace = new Pace(0.1, 0)
    expect(pace.take(5, 0)).toBe(1)
    expect(pace.waitMs()).toBe(10_527)
    expect(pace.take(5, 10_500)).toBe(0)
    expect(pace.take(5, 10_527)).toBe(1)
  })

  test('"too fast" halves it down to a sixty-fourth, success brings it back and never beyond', () => {
    const pace = new Pace(64, 0)
    for (let n = 0; n < 20; n++) pace.slower()
    pace.take(1_000, 0)
    expect(pace.take(1_000, 1_000)).toBeLessThanOrEqual(1)
    for (let n = 0; n < 50; n++) pace.faster()
    const went = Array.from({ length: 20 }, (_, n) => pace.take(1_000, 10_000 + n * 50)).reduce(
      (sum, taken) => sum + taken,
    )
    expect(went).toBeGreaterThan(57)
    expect(went).toBeLessThanOrEqual(64)
  })

  test('a clock that stands still gives nothing away', () => {
    const pace = new Pace(10, 1_000)
    pace.take(10, 1_000)
    for (let n = 0; n < 100; n++) expect(pace.take(1, 1_000)).toBe(0)
  })
})

test('a line waits five seconds, then twice as long each time, up to five minutes, give or take a fifth', () => {
  for (const [failures, base] of [
    [0, 5_000],
    [1, 5_000],
    [2, 10_000],
    [3, 20_000],
    [6, 160_000],
    [7, 300_000],
    [50, 300_000],
    [5_000, 300_000],
  ] as const) {
    expect(backoffMs(failures, 0)).toBe(base * 0.8)
    expect(backoffMs(failures, 0.5)).toBe(base)
    expect(backoffMs(failures, 0.999_999)).toBeLessThanOrEqual(base * 1.2)
  }
})

describe('whether a marked text may still be written', () => {
  const marked = { wallMs: 1_000_000, monotonicMs: 5_000 }
  const late = SUBMIT_WRITE_WITHIN_MS

  test.each<[wall: number, monotonic: number, may: boolean]>([
    [0, 0, true],
    [late, late, true],
    [late + 1, 0, false],
    [0, late + 1, false],
    // The machine slept: only the wall clock went on; or the wall clock was set back.
    [3_600_000, 10, false],
    [-1_000, 10, true],
    [-1_001, 10, false],
    [-3_600_000, 10, false],
  ])('%i ms by the wall and %i ms by the steady clock later: %s', (wall, monotonic, may) => {
    expect(mayWrite(marked, { wallMs: marked.wallMs + wall, monotonicMs: marked.monotonicMs + monotonic })).toBe(may)
  })
})

test('a carrier is told an address of ours, with the message where there is one', () => {
  expect(hookUrl('https://crewline.example', 'twilio', 'l-1')).toBe('https://crewline.example/hooks/twilio/l-1')
  expect(hookUrl('https://crewline.example', 'twilio', 'l-1', 'm-1')).toBe(
    'https://crewline.example/hooks/twilio/l-1/m-1',
  )
})

test('the sender learns what is due and when to look again: at the first of the others, never before it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 })), fc.integer({ min: 0, max: 2_000 }), (times, nowMs) => {
      const known = times.map((ms) => ({ dueAt: new Date(ms) }))
      const { due, nextAt } = splitByDue(known, new Date(nowMs))
      expect(due).toEqual(known.filter((one) => one.dueAt.getTime() <= nowMs))
      const later = times.filter((ms) => ms > nowMs)
      expect(nextAt?.getTime()).toBe(later.length > 0 ? Math.min(...later) : undefined)
    }),
  )
})
