import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carrierDayEnd, carrierDayOf, fit, shareOf, type BrandSender } from './brand-day-rules.ts'

const senderOf = (id: string, used: number, waiting: number): BrandSender => ({ id, used, waiting })

test('counts days from midnight to midnight in the zone of carriers, also when clocks change', () => {
  expect(carrierDayOf(new Date('2026-12-01T07:59:00Z'))).toBe('2026-11-30')
  expect(carrierDayEnd(new Date('2026-12-01T07:59:00Z'))).toEqual(new Date('2026-12-01T08:00:00Z'))
  expect(carrierDayEnd(new Date('2026-11-01T10:00:00Z'))).toEqual(new Date('2026-11-02T08:00:00Z'))
})

test.each([
  ['everything while enough is left', [senderOf('a', 0, 50), senderOf('b', 0, 40)], 100, { a: 50, b: 40 }],
  ['the same amount when it is scarce', [senderOf('a', 0, 500), senderOf('b', 0, 500)], 100, { a: 50, b: 50 }],
  ['what another does not need', [senderOf('a', 0, 500), senderOf('b', 0, 10)], 100, { a: 90, b: 10 }],
  ['less to one that used more', [senderOf('a', 60, 500), senderOf('b', 0, 500)], 40, { a: 0, b: 40 }],
  ['nothing when nothing is left', [senderOf('a', 0, 5)], 0, { a: 0 }],
])('gives each organization of a brand %s', (_, senders, left, shares) => {
  for (const { id, waiting } of senders)
    expect(Math.min(shareOf(id, senders, left), waiting)).toBe(shares[id as keyof typeof shares])
})

test('never gives out more than is left, and nothing is left over while one waits, in any order', () => {
  const sender = fc.record({ used: fc.nat(300), waiting: fc.nat(300) })
  fc.assert(
    fc.property(fc.array(sender, { minLength: 1, maxLength: 6 }), fc.nat(600), fc.nat(), (given, budget, order) => {
      const senders = given.map(({ used, waiting }, nth) => senderOf(String(nth), used, waiting))
      let left = budget
      // Each asks in turn for one segment at a time, as the senders of several lines do.
      for (let asked = 0, idle = 0; idle < senders.length; asked++) {
        const at = (asked + order) % senders.length
        const one = senders[at] as BrandSender
        const going = Math.min(1, one.waiting, shareOf(one.id, senders, left))
        senders[at] = { ...one, used: one.used + going, waiting: one.waiting - going }
        left -= going
        idle = going > 0 ? 0 : idle + 1
      }
      const waiting = senders.filter((one) => one.waiting > 0)
      expect(left).toBeGreaterThanOrEqual(0)
      if (waiting.length > 0) expect(left).toBe(0)
      // No one who still waits got two segments less in the day than another who got any of these.
      for (const one of waiting)
        for (const [nth, other] of senders.entries())
          if (other.used > (given[nth]?.used ?? 0)) expect(other.used - one.used).toBeLessThanOrEqual(1)
    }),
  )
})

test('lets replies leave whatever is left, and broadcasts in order', () => {
  const text = (id: string, segments: number, isBroadcast: boolean) => ({ id, segments, isBroadcast })
  const { going, late } = fit(
    [text('reply', 2, false), text('first', 3, true), text('long', 4, true), text('short', 1, true)],
    6,
  )
  expect(going.map(({ id }) => id)).toEqual(['reply', 'first'])
  expect(late.map(({ id }) => id)).toEqual(['long', 'short'])
})
