import { expect, test } from 'vitest'
import { outcomeOfRefusal } from './outcome.ts'

test.each<[what: string, status: number, code: string | undefined, outcome: object]>([
  ['too many requests', 429, '10011', { kind: 'not_accepted', why: 'busy', retryAfterMs: 2_000 }],
  ['too many requests without a code', 429, undefined, { kind: 'not_accepted', why: 'busy', retryAfterMs: 2_000 }],
  ['a full queue', 422, '40318', { kind: 'not_accepted', why: 'busy' }],
  ['the spend limit of the profile', 429, '40333', { kind: 'not_accepted', why: 'account' }],
  ['a wrong key', 401, '10009', { kind: 'not_accepted', why: 'account' }],
  ['a key without permission', 403, '10010', { kind: 'not_accepted', why: 'account' }],
  ['a forbidden account without a code', 403, undefined, { kind: 'not_accepted', why: 'account' }],
  ['a revoked key', 403, '20002', { kind: 'not_accepted', why: 'account' }],
  ['an account without funds', 402, '20100', { kind: 'not_accepted', why: 'account' }],
  ['a payment that is due', 402, undefined, { kind: 'not_accepted', why: 'account' }],
  ['a blocked account', 422, '20013', { kind: 'not_accepted', why: 'account' }],
  ['a number whose purchase is pending', 422, '40320', { kind: 'not_accepted', why: 'account' }],
  ['a worker who opted out', 400, '40300', { kind: 'refused', code: '40300' }],
  ['a worker who opted out, as forbidden', 403, '40300', { kind: 'refused', code: '40300' }],
  ['a sender that is not ours', 400, '40305', { kind: 'refused', code: '40305' }],
  ['a number that cannot be', 422, '40310', { kind: 'refused', code: '40310' }],
  ['a message that is too long', 400, '40302', { kind: 'refused', code: '40302' }],
  ['a region that is not allowed', 400, '40309', { kind: 'refused', code: '40309' }],
  ['an unknown code', 422, '49999', { kind: 'refused', code: '49999' }],
  ['an unexpected error', 422, '10007', { kind: 'unknown' }],
  ['a timeout of theirs', 408, '10008', { kind: 'unknown' }],
  ['a timeout with another code', 408, '40310', { kind: 'unknown' }],
  ['a refusal without a code', 422, undefined, { kind: 'unknown' }],
  ['trouble at the carrier', 500, '10007', { kind: 'unknown' }],
  ['a carrier that is away', 503, undefined, { kind: 'unknown' }],
  ['a code of ours on an answer of theirs', 500, '40300', { kind: 'unknown' }],
  ['a redirect', 302, undefined, { kind: 'unknown' }],
])('%s', (_label, status, code, outcome) => {
  expect(outcomeOfRefusal({ status, code }, 2_000)).toMatchObject(outcome)
})
