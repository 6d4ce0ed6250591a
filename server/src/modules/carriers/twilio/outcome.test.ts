import { expect, test } from 'vitest'
import { outcomeOfTwilio } from './outcome.ts'

test.each<[what: string, error: object, outcome: object]>([
  ['too many requests', { status: 429, code: 20429, retryAfterMs: 2_000 }, { kind: 'not_accepted', why: 'busy' }],
  ['a full queue of the sender', { status: 400, code: 21611 }, { kind: 'not_accepted', why: 'busy' }],
  ['a queue that overflows', { status: 400, code: 30001 }, { kind: 'not_accepted', why: 'busy' }],
  ['a wrong token', { status: 401, code: 20003 }, { kind: 'not_accepted', why: 'account' }],
  ['a suspended account', { status: 400, code: 20005 }, { kind: 'not_accepted', why: 'account' }],
  ['an account that is gone', { status: 404, code: 20404 }, { kind: 'not_accepted', why: 'account' }],
  ['an account that is not active', { status: 403, code: 10001 }, { kind: 'not_accepted', why: 'account' }],
  ['a trial account', { status: 400, code: 10002 }, { kind: 'not_accepted', why: 'account' }],
  ['credentials for tests', { status: 403, code: 20008 }, { kind: 'not_accepted', why: 'account' }],
  ['a forbidden account without a code', { status: 403 }, { kind: 'not_accepted', why: 'account' }],
  ['an account suspended meanwhile', { status: 400, code: 30002 }, { kind: 'not_accepted', why: 'account' }],
  ['an account that may not text', { status: 400, code: 30037 }, { kind: 'not_accepted', why: 'account' }],
  ['a forbidden region', { status: 403, code: 21408 }, { kind: 'refused', code: '21408' }],
  ['an opted-out worker', { status: 400, code: 21610 }, { kind: 'refused', code: '21610' }],
  ['a landline', { status: 400, code: 21614 }, { kind: 'refused', code: '21614' }],
  ['a number that cannot be', { status: 400, code: 21211 }, { kind: 'refused', code: '21211' }],
  ['a region not allowed', { status: 400, code: 21408 }, { kind: 'refused', code: '21408' }],
  ['a sender that is not ours', { status: 400, code: 21606 }, { kind: 'refused', code: '21606' }],
  ['an unknown code', { status: 400, code: 29999 }, { kind: 'refused', code: '29999' }],
  ['a refusal without a code', { status: 400 }, { kind: 'unknown' }],
  ['trouble at the carrier', { status: 500, code: 20500 }, { kind: 'unknown' }],
  ['a carrier that is away', { status: 503, code: 20503 }, { kind: 'unknown' }],
  ['a code of ours on an answer of theirs', { status: 500, code: 21610 }, { kind: 'unknown' }],
  ['a refused connection', { code: 'ECONNREFUSED' }, { kind: 'not_accepted', why: 'unreachable' }],
  ['a connection that broke', { code: 'ECONNRESET' }, { kind: 'unknown' }],
  ['an answer that never came', { name: 'TimeoutError' }, { kind: 'unknown' }],
])('%s', (_label, error, outcome) => {
  expect(outcomeOfTwilio(error)).toMatchObject(outcome)
})
