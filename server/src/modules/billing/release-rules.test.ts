import { expect, test } from 'vitest'
import { isReleaseDue, suspensionAt, type KnownSuspension, type Suspension } from './release-rules.ts'

const SINCE = new Date('2026-03-01T12:00:00Z')
const DAY_MS = 86_400_000
const at = (days: number, ms = 0) => new Date(SINCE.getTime() + days * DAY_MS + ms)
const none: Suspension = { suspendedAt: null, releaseAt: null, releaseWarnings: 0, releasedAt: null }

/** Looks at these days, one after the other. */
const walk = (...moments: Date[]) => moments.reduce((known, now) => suspensionAt(about(known), SINCE, now), none)
/** A suspension that began with the invoice of day 0. */
function about(known: Suspension): KnownSuspension {
  return { ...known, pastDueSince: SINCE, hasNumbers: true }
}

test('suspends after exactly 30 days', () => {
  expect(walk(at(30, -1))).toEqual(none)
  expect(walk(at(30))).toEqual({ ...none, suspendedAt: at(30), releaseAt: at(60) })
})

test('warns 14, 7 and 1 days before day 60, each once', () => {
  const days = Array.from({ length: 6_000 }, (_, n) => at(0, n * 900_000))
  const counts = new Map<number, Date>()
  let known = none
  for (const now of days) {
    known = suspensionAt(about(known), SINCE, now)
    if (!counts.has(known.releaseWarnings)) counts.set(known.releaseWarnings, now)
  }
  expect([...counts].slice(1)).toEqual([
    [1, at(46)],
    [2, at(53)],
    [3, at(59)],
  ])
  expect(known.releaseAt).toEqual(at(60))
})

test('releases after exactly 60 days and three warnings, and once', () => {
  const warned = walk(at(30), at(46), at(53), at(59))
  expect(isReleaseDue(warned, at(60, -1))).toBe(false)
  expect(isReleaseDue(warned, at(60))).toBe(true)
  expect(isReleaseDue({ ...warned, releasedAt: at(60) }, at(61))).toBe(false)
})

test('gives every warning its full notice when no one looked for a long time', () => {
  const late = walk(at(75))
  expect(late).toEqual({ suspendedAt: at(75), releaseAt: at(89), releaseWarnings: 1, releasedAt: null })
  expect(isReleaseDue(late, at(89))).toBe(false)
  const skipped = suspensionAt(about(late), SINCE, at(89))
  expect(skipped).toMatchObject({ releaseAt: at(96), releaseWarnings: 2 })
})

test('ends with the payment, and begins anew with a later invoice', () => {
  const warned = walk(at(30), at(46))
  expect(suspensionAt(about(warned), null, at(47))).toEqual(none)
  expect(suspensionAt(about(warned), at(20), at(47))).toEqual(none)
})

test('starts again with the days of a later invoice when the oldest one is paid', () => {
  const warned = walk(at(30), at(46), at(53), at(59))
  const next = suspensionAt(about(warned), at(28), at(59, 1))
  expect(next).toEqual({ suspendedAt: at(30), releaseAt: at(88), releaseWarnings: 0, releasedAt: null })
  expect(isReleaseDue(next, at(60))).toBe(false)
})

test('never releases earlier because an invoice was paid', () => {
  const late = walk(at(80), at(87), at(93))
  expect(late).toMatchObject({ releaseAt: at(94), releaseWarnings: 3 })
  const paid = suspensionAt(about(late), at(1), at(93, 1))
  expect(paid).toMatchObject({ releaseAt: at(107, 1), releaseWarnings: 1 })
})

test('leaves released numbers as they are when the oldest invoice is paid', () => {
  const released = { ...walk(at(30), at(46), at(53), at(59)), releasedAt: at(60) }
  expect(suspensionAt(about(released), at(28), at(61))).toEqual(released)
})

test('suspends an organization without bought numbers, and neither warns nor releases', () => {
  const without = (known: Suspension, now: Date) => suspensionAt({ ...about(known), hasNumbers: false }, SINCE, now)
  const suspended = without(none, at(30))
  expect(suspended).toEqual({ ...none, suspendedAt: at(30) })
  expect(without(suspended, at(60))).toEqual(suspended)
  expect(without(walk(at(30), at(46)), at(47))).toEqual(suspended)
  // The last number went, and the process ended before that was recorded.
  const released = walk(at(30), at(46), at(53), at(59))
  expect(without(released, at(60))).toEqual(released)
})
