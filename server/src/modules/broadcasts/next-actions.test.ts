import { BLOCK_REASONS } from '@crewline/contract/broadcast-audience'
import { MESSAGE_STATES } from '@crewline/contract/message-states'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explain, ledgerFrom, nextActionOf } from './next-actions.ts'

const STATES = MESSAGE_STATES.filter((state) => state !== 'received' && state !== 'noted')
const WITHOUT_TEXT = new Set(['undelivered', 'failed', 'expired', 'quarantined', 'unknown', 'cancelled', 'suppressed'])
const CAUSES = ['30003', '30005', 'opted_out', 'no_mobile', 'cancelled', 'suppressed', 'none', 'constructor', '99999']

const anyResult = fc.oneof(
  fc.record({
    state: fc.constant('blocked'),
    blockReason: fc.constantFrom<string | null>(...BLOCK_REASONS),
    cause: fc.constant(null),
    count: fc.integer({ min: 1, max: 9 }),
  }),
  fc
    .record({
      state: fc.constantFrom('pending', ...STATES),
      code: fc.constantFrom(...CAUSES),
      count: fc.integer({ min: 1, max: 9 }),
    })
    .map(({ state, code, count }) => ({
      state,
      blockReason: null,
      cause: WITHOUT_TEXT.has(state) ? code : null,
      count,
    })),
)
const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)

test('accounts for everyone while a run goes on: reached, waiting or explained', () => {
  fc.assert(
    fc.property(fc.array(anyResult), (results) => {
      const { reached, waiting, lines, unexplained } = ledgerFrom(results, { targeted: sum(results), hasEnded: false })
      expect(unexplained).toBe(0)
      expect(reached + waiting + sum(lines)).toBe(sum(results))
      expect(reached).toBe(sum(results.filter(({ state }) => state === 'delivered')))
    }),
  )
})

test('shows people that nothing explains: lost ones, an unknown reason, texts never queued in a run that ended', () => {
  const pending = { state: 'pending', blockReason: null, cause: null, count: 2 }
  const blocked = { state: 'blocked', blockReason: 'moon', cause: null, count: 3 }
  expect(ledgerFrom([pending, blocked], { targeted: 9, hasEnded: true }).unexplained).toBe(9)
  expect(ledgerFrom([pending, blocked], { targeted: 5, hasEnded: false })).toMatchObject({ waiting: 2, unexplained: 3 })
})

test('lists a code of a carrier and a reason to leave someone out apart, although they have the same name', () => {
  const { lines } = ledgerFrom(
    [
      { state: 'blocked', blockReason: 'opted_out', cause: null, count: 2 },
      { state: 'suppressed', blockReason: null, cause: 'opted_out', count: 1 },
    ],
    { targeted: 3, hasEnded: true },
  )
  expect(lines.map(({ reason, count }) => [reason, count])).toEqual([
    ['blocked:opted_out', 2],
    ['opted_out', 1],
  ])
})

test.each([
  ['delivered', null, null, 'none'],
  ['sent', null, null, 'wait'],
  ['scheduled', null, null, 'wait'],
  ['undelivered', null, '30003', 'call'],
  ['undelivered', null, '30005', 'fix_number'],
  ['failed', null, '21614', 'fix_number'],
  ['undelivered', null, '30007', 'send_again'],
  ['undelivered', null, '30004', 'tell_in_person'],
  ['failed', null, '21610', 'tell_in_person'],
  ['failed', null, 'none', 'send_again'],
  ['suppressed', null, 'no_mobile', 'add_number'],
  ['suppressed', null, 'contact_archived', 'none'],
  ['expired', null, 'missed', 'send_again'],
  ['cancelled', null, 'cancelled', 'send_again'],
  ['undelivered', null, 'stopped/30003', 'call'],
  ['failed', null, 'stopped/none', 'send_again'],
  ['unknown', null, 'outcome_unknown', 'call'],
  ['blocked', 'no_mobile', null, 'add_number'],
  ['blocked', 'opted_out', null, 'tell_in_person'],
  ['blocked', 'same_phone', null, 'none'],
] as const)('advises for %s %s %s: %s', (state, blockReason, cause, next) => {
  expect(nextActionOf({ state, blockReason, cause })).toBe(next)
})

test('explains everyone who was not reached, and no one else', () => {
  fc.assert(
    fc.property(anyResult, (result) => {
      expect(explain(result) !== undefined).toBe(result.state === 'blocked' || WITHOUT_TEXT.has(result.state))
    }),
  )
})
