import { SUBMIT_WRITE_TIMEOUT_MS } from '@crewline/contract/limits'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoffMs, hookUrl, linesAtOnce, mayWrite, PacedRate, RateLimit, splitByDue } from './rules.ts'

describe('rate limit of a line', () => {
  /** Returns when each message was sent, with tokens taken at the given intervals. */
  function run(perSecond: number, steps: number[], requested = 1_000): number[] {
    const rateLimit = new RateLimit(perSecond, 0)
    const sentAt: number[] = []
    let now = 0
    for (const step of steps) {
      now += step
      const count = rateLimit.take(requested, now)
      for (let n = 0; n < count; n++) sentAt.push(now)
    }
    return sentAt
  }
  const inWindow = (sentAt: number[], from: number) => sentAt.filter((at) => at >= from && at < from + 1_000).length

  test('does not exceed the rate over a minute at any polling interval', () => {
    for (const perSecond of [0.5, 1, 3, 10, 99.5, 1_000]) {
      for (const step of [1, 7, 100, 333, 1_000]) {
        const steps = Array.from({ length: Math.ceil(60_000 / step) }, () => step)
        const sentAt = run(perSecond, steps)
        expect(sentAt.length).toBeLessThanOrEqual(perSecond * 60 + Math.max(1, perSecond) + 1)
      }
    }
  })

  test('reaches nearly the full rate when polled after each given wait', () => {
    for (const perSecond of [0.5, 1, 3, 10, 50]) {
      const rateLimit = new RateLimit(perSecond, 0)
      let [now, sent] = [0, 0]
      while (now < 60_000) {
        sent += rateLimit.take(1_000, now)
        now += Math.max(1, rateLimit.waitMs(now))
      }
      expect(sent).toBeGreaterThanOrEqual(Math.floor(perSecond * 60 * 0.9))
      expect(sent).toBeLessThanOrEqual(perSecond * 60)
    }
  })

  test('does not exceed the rate in any one-second window, including the first', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 5, 10, 50, 400),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 20, maxLength: 200 }),
        (perSecond, steps) => {
          const sentAt = run(perSecond, steps)
          return sentAt.every((from) => inWindow(sentAt, from) <= perSecond)
        },
      ),
      { numRuns: 200, seed: 2_026 },
    )
  })

  test('does not accumulate tokens over a long idle time', () => {
    const rateLimit = new RateLimit(10, 0)
    expect(rateLimit.take(1_000, 0)).toBe(1)
    expect(rateLimit.take(1_000, 3_600_000)).toBe(1)
    expect(rateLimit.take(1_000, 3_600_050)).toBe(0)
  })

  test('takes no more than requested and returns the wait until the next', () => {
    const rateLimit = new RateLimit(100, 0)
    expect(rateLimit.take(3, 0)).toBe(3)
    expect(rateLimit.waitMs(0)).toBe(0)
    expect(rateLimit.take(3, 0)).toBe(2)
    expect(rateLimit.waitMs(0)).toBe(11)
    expect(rateLimit.take(1, 10)).toBe(0)
    expect(rateLimit.take(1, 11)).toBe(1)
  })

  test('sends one message at a time at a rate below one per second', () => {
    const rateLimit = new RateLimit(0.1, 0)
    expect(rateLimit.take(5, 0)).toBe(1)
    expect(rateLimit.waitMs(0)).toBe(10_527)
    expect(rateLimit.take(5, 10_500)).toBe(0)
    expect(rateLimit.take(5, 10_527)).toBe(1)
  })

  test('halves the rate on overload down to 1/64 and recovers up to the original rate', () => {
    const rateLimit = new RateLimit(64, 0)
    for (let n = 0; n < 20; n++) rateLimit.slower()
    rateLimit.take(1_000, 0)
    expect(rateLimit.take(1_000, 1_000)).toBeLessThanOrEqual(1)
    for (let n = 0; n < 50; n++) rateLimit.faster()
    const sent = Array.from({ length: 20 }, (_, n) => rateLimit.take(1_000, 10_000 + n * 50)).reduce(
      (sum, count) => sum + count,
    )
    expect(sent).toBeGreaterThan(57)
    expect(sent).toBeLessThanOrEqual(64)
  })

  test('grants nothing while the clock stands still', () => {
    const rateLimit = new RateLimit(10, 1_000)
    rateLimit.take(10, 1_000)
    for (let n = 0; n < 100; n++) expect(rateLimit.take(1, 1_000)).toBe(0)
  })
})

test.each([
  ['a bucket', (perSecond: number, nowMs: number) => new RateLimit(perSecond, nowMs)],
  ['a pace', (perSecond: number, nowMs: number) => new PacedRate(perSecond, nowMs)],
])('texts that come one by one, each to a line taken anew with %s, do not exceed the rate', (_, take) => {
  for (const perSecond of [0.5, 1, 3, 10, 50]) {
    const sentAt: number[] = []
    let now = 0
    while (now < 60_000) {
      const rate = take(perSecond, now)
      expect(rate.take(1, now)).toBe(1)
      expect(rate.untilNextMs(now)).toBe(0)
      sentAt.push(now)
      // The next text is there already when the line is left.
      now += Math.max(1, rate.restMs(now))
    }
    for (const from of sentAt)
      expect(sentAt.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(Math.max(1, perSecond))
  }
})

describe('pace of a line that marks ahead', () => {
  /** Takes and writes for so long, each step late by what `lateMs` says; returns when each message was written. */
  function run(perSecond: number, forMs: number, lateMs: () => number): { writtenAt: number[]; takes: number } {
    const pace = new PacedRate(perSecond, 0)
    const writtenAt: number[] = []
    let [now, marked, takes] = [0, 0, 0]
    while (now < forMs) {
      const taken = pace.take(1_000, now)
      if (taken > 0) takes += 1
      marked += taken
      // What was marked is written before the next is taken, or until more may be taken.
      const nextTakeAt = now + Math.max(1, pace.waitMs(now)) + lateMs()
      while (marked > 0 && now < nextTakeAt) {
        const waitMs = pace.untilNextMs(now)
        if (waitMs > 0) now += Math.ceil(waitMs) + lateMs()
        else {
          writtenAt.push(now)
          marked -= 1
        }
      }
      now = Math.max(now, nextTakeAt)
    }
    return { writtenAt, takes }
  }

  test('reaches 98 % of the rate while messages wait, with a few transactions a second', () => {
    for (const perSecond of [0.5, 1, 3, 10, 50, 400]) {
      const { writtenAt, takes } = run(perSecond, 60_000, () => 0)
      expect(writtenAt.length).toBeGreaterThanOrEqual(Math.floor(perSecond * 60 * 0.98))
      expect(takes).toBeLessThanOrEqual(Math.max(perSecond, 5) * 60)
    }
  })

  test('writes no more than the rate in any second, however late its steps are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 5, 10, 50, 400),
        fc.array(fc.constantFrom(0, 1, 3, 8, 20, 150, 700), { minLength: 7, maxLength: 40 }),
        (perSecond, delays) => {
          let nth = 0
          const { writtenAt } = run(perSecond, 8_000, () => delays[nth++ % delays.length] ?? 0)
          return writtenAt.every((at, from) => (writtenAt[from + perSecond] ?? Infinity) - at >= 1_000)
        },
      ),
      { numRuns: 200, seed: 2_026 },
    )
  })

  test('takes no more than fits into half a second, and takes back what is not written', () => {
    const pace = new PacedRate(10, 0)
    expect(pace.take(1_000, 0)).toBe(5)
    expect(pace.take(1_000, 0)).toBe(0)
    pace.giveBack(5)
    expect(pace.take(1_000, 0)).toBe(5)
  })

  test('halves the rate on overload and recovers', () => {
    const pace = new PacedRate(100, 0)
    pace.slower()
    expect(pace.untilNextMs(0)).toBe(0)
    expect(pace.untilNextMs(0)).toBeCloseTo(1_000 / 49.5)
    for (let n = 0; n < 10; n++) pace.faster()
    expect(pace.untilNextMs(1_000)).toBe(0)
    expect(pace.untilNextMs(1_000)).toBeLessThan(11)
  })
})

test('backs off from five seconds, doubling up to five minutes, with 20 percent jitter', () => {
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

describe('time limit for submitting a marked message', () => {
  const marked = { wallMs: 1_000_000, monotonicMs: 5_000 }
  const late = SUBMIT_WRITE_TIMEOUT_MS

  test.each<[wall: number, monotonic: number, may: boolean]>([
    [0, 0, true],
    [late, late, true],
    [late + 1, 0, false],
    [0, late + 1, false],
    // The machine slept, so only the wall clock advanced; or the wall clock was set back.
    [3_600_000, 10, false],
    [-1_000, 10, true],
    [-1_001, 10, false],
    [-3_600_000, 10, false],
  ])('judges %i ms of wall clock and %i ms of monotonic clock later as %s', (wall, monotonic, may) => {
    expect(mayWrite(marked, { wallMs: marked.wallMs + wall, monotonicMs: marked.monotonicMs + monotonic })).toBe(may)
  })
})

test('builds a webhook URL, with the message id if given', () => {
  expect(hookUrl('https://crewline.example', 'twilio', 'l-1')).toBe('https://crewline.example/hooks/twilio/l-1')
  expect(hookUrl('https://crewline.example', 'twilio', 'l-1', 'm-1')).toBe(
    'https://crewline.example/hooks/twilio/l-1/m-1',
  )
})

test('splits due work from later work and returns the earliest later time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 })), fc.integer({ min: 0, max: 2_000 }), (times, nowMs) => {
      const items = times.map((ms) => ({ dueAt: new Date(ms) }))
      const { due, nextAt } = splitByDue(items, new Date(nowMs))
      expect(due).toEqual(items.filter((item) => item.dueAt.getTime() <= nowMs))
      const later = times.filter((ms) => ms > nowMs)
      expect(nextAt?.getTime()).toBe(later.length > 0 ? Math.min(...later) : undefined)
    }),
  )
})

test('a sender takes half of the free lines at once, each with the same chance', () => {
  const free = Array.from({ length: 9 }, (_, nth) => nth)
  const places = [0.8, 0.1, 0.5, 0.3, 0.9, 0.2, 0.7, 0.4, 0.6]
  let nth = 0
  expect(linesAtOnce(free, () => places[nth++] ?? 0)).toEqual([1, 5, 3, 7, 2])
  expect(linesAtOnce(['only'], () => 0.5)).toEqual(['only'])
  expect(linesAtOnce([], () => 0.5)).toEqual([])
})
