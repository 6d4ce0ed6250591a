import { expect, test } from 'vitest'
import { isCapReached, leftUnderCap, nextInvoiceOf, planOf, type Counts } from './plan-rules.ts'

// Includes 1,000 segments and 50 MMS; more cost 3 and 7 cents each.
const plan = planOf('starter')

test.each<[string, Counts, number, ReturnType<typeof leftUnderCap>]>([
  ['within the plan', { segments: 900, mms: 0 }, 300, { leftCents: 300, segments: 200, mms: 93 }],
  ['over the plan', { segments: 1060, mms: 50 }, 300, { leftCents: 120, segments: 40, mms: 18 }],
  ['when MMS used most of it', { segments: 10, mms: 90 }, 300, { leftCents: 20, segments: 997, mms: 3 }],
  ['when it is reached', { segments: 1100, mms: 0 }, 300, { leftCents: 0, segments: 0, mms: 0 }],
  ['when it was lowered', { segments: 5000, mms: 0 }, 300, { leftCents: 0, segments: 0, mms: 0 }],
  ['with a cap of 0', { segments: 900, mms: 10 }, 0, { leftCents: 0, segments: 100, mms: 40 }],
  ['when all MMS of a cap of 0 are used', { segments: 0, mms: 50 }, 0, { leftCents: 0, segments: 0, mms: 0 }],
])('says what a cap leaves %s', (_case, used, cap, left) => {
  expect(leftUnderCap(plan, used, { capCents: cap, creditCents: 0 })).toEqual(left)
})

test('the cap is reached with the last segment that it leaves, and not before', () => {
  for (const cap of [0, 1, 3, 299, 300, 5000])
    for (const segments of [0, 999, 1000, 1001, 1090]) {
      const limit = { capCents: cap, creditCents: segments }
      const used = { segments, mms: 0 }
      const { segments: left } = leftUnderCap(plan, used, limit)
      const isReachedAfter = (more: number) => isCapReached(plan, { ...used, segments: segments + more }, limit)
      expect([cap, segments, isReachedAfter(left)]).toEqual([cap, segments, true])
      if (left > 0) expect([cap, segments, isReachedAfter(left - 1)]).toEqual([cap, segments, false])
    }
})

test('what credit pays for does not count against the cap, and no more than the cap is left', () => {
  const limit = { capCents: 300, creditCents: 2_500 }
  expect(leftUnderCap(plan, { segments: 1100, mms: 0 }, limit)).toMatchObject({ leftCents: 300, segments: 834 })
  expect(leftUnderCap(plan, { segments: 1900, mms: 0 }, limit)).toMatchObject({ leftCents: 100, segments: 34 })
  expect(isCapReached(plan, { segments: 1933, mms: 0 }, limit)).toBe(false)
  expect(isCapReached(plan, { segments: 1934, mms: 0 }, limit)).toBe(true)
})

test('the next invoice has the overage that credit does not pay for', () => {
  const order = { extraSeats: 2, overage: { segments: 100, mms: 10 } }
  expect(nextInvoiceOf(plan, { ...order, creditCents: 0 })).toEqual({ cents: 4_900 + 1_800 + 370, creditCents: 0 })
  expect(nextInvoiceOf(plan, { ...order, creditCents: 300 })).toEqual({ cents: 4_900 + 1_800 + 70, creditCents: 300 })
  expect(nextInvoiceOf(plan, { ...order, creditCents: 9_000 })).toEqual({ cents: 6_700, creditCents: 370 })
})
