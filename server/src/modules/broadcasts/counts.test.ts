import { BLOCK_REASONS } from '@crewline/contract/broadcast-audience'
import { MESSAGE_STATES } from '@crewline/contract/message-states'
import { RecipientOutcome } from '@crewline/contract/results'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTallies, blockedFrom, countsFrom, outcomeOf, STATES_OF } from './counts.ts'

const STATES = ['blocked', 'pending', ...MESSAGE_STATES.filter((state) => state !== 'received' && state !== 'noted')]

/** The counts of any list of recipients. */
const anyTally = fc
  .array(
    fc.record({
      state: fc.constantFrom(...STATES),
      reason: fc.constantFrom(...BLOCK_REASONS),
      marks: fc.subarray(['replied', 'clicked', 'answered', 'opted_out']),
    }),
  )
  .map((recipients) => ({
    recipients,
    tally: addTallies(
      recipients.map(
        ({ state, reason, marks }) =>
          new Map(
            [`state:${state}`, ...(state === 'blocked' ? [`blocked:${reason}`] : []), ...marks].map((key) => [key, 1]),
          ),
      ),
    ),
  }))

test('gives each state that a recipient can have exactly one outcome', () => {
  expect(Object.values(STATES_OF).flat().toSorted()).toEqual(STATES.toSorted())
  expect(new Set(STATES.map((state) => outcomeOf(state)))).toEqual(new Set(RecipientOutcome.options))
  expect(() => outcomeOf('received')).toThrow('unknown state')
})

test('accounts for every recipient once, whatever became of the texts', () => {
  fc.assert(
    fc.property(anyTally, ({ recipients, tally }) => {
      const counts = countsFrom(tally)
      const onTheWay = recipients.filter(({ state }) => state === 'submitted' || state === 'sent').length
      expect(counts.targeted).toBe(recipients.length)
      expect(counts.recipients + counts.blocked).toBe(counts.targeted)
      expect(
        counts.waiting +
          onTheWay +
          counts.delivered +
          counts.notDelivered +
          counts.unknown +
          counts.cancelled +
          counts.suppressed,
      ).toBe(counts.recipients)
      expect(counts.handedOff).toBeGreaterThanOrEqual(counts.delivered + onTheWay)
      expect(counts.handedOff).toBeLessThanOrEqual(counts.delivered + onTheWay + counts.notDelivered)
    }),
  )
})

test('accounts for every blocked contact by reason, in the given order', () => {
  fc.assert(
    fc.property(anyTally, ({ tally }) => {
      const blocked = blockedFrom(tally, BLOCK_REASONS)
      expect(blocked.reduce((sum, { count }) => sum + count, 0)).toBe(countsFrom(tally).blocked)
      expect(blocked.map(({ reason }) => reason)).toEqual(
        BLOCK_REASONS.filter((reason) => blocked.some((entry) => entry.reason === reason)),
      )
    }),
  )
})

test('counts replies, clicks, answers and opt-outs by person', () => {
  const tally = new Map([
    ['state:delivered', 3],
    ['replied', 2],
    ['clicked', 1],
    ['answered', 3],
    ['opted_out', 1],
  ])
  expect(countsFrom(tally)).toMatchObject({ recipients: 3, replied: 2, clicked: 1, answered: 3, optedOut: 1 })
})
