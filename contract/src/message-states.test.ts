import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  FINAL_STATES,
  MESSAGE_EVENTS,
  MESSAGE_STATES,
  nextState,
  RANK,
  RECEIPT_STATES,
  SETTLED_RANK,
  statesBefore,
  type MessageEvent,
  type MessageState,
  type ReceiptState,
} from './message-states.ts'

const anyState = fc.constantFrom(...MESSAGE_STATES)
const anyEvents = fc.array(fc.constantFrom(...MESSAGE_EVENTS), { maxLength: 40 })
const receipt = (state: ReceiptState): MessageEvent => `receipt ${state}`

/** The events that lead back to an earlier state, and the only states they may do so from. */
const BACK: Partial<Record<MessageEvent, MessageState[]>> = {
  'put off': ['queued'],
  'not accepted': ['submitting'],
  'never arrived': ['unknown'],
  retry: ['undelivered', 'failed'],
  'send again': ['undelivered', 'failed', 'expired'],
  'send again later': ['undelivered', 'failed', 'expired'],
}

function history(from: MessageState, events: readonly MessageEvent[]): { was: MessageState; now: MessageState }[] {
  let was = from
  return events.map((event) => {
    const step = { was, now: nextState(was, event) }
    was = step.now
    return step
  })
}

describe('the state machine of a message', () => {
  test('has these final states', () => {
    expect([...FINAL_STATES].sort()).toEqual(
      ['cancelled', 'delivered', 'noted', 'quarantined', 'received', 'suppressed'].sort(),
    )
  })

  test('never leaves a final state, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(anyState, anyEvents, (from, events) => {
        for (const { was, now } of history(from, events)) if (FINAL_STATES.includes(was)) expect(now).toBe(was)
      }),
    )
  })

  test('moves back only for another attempt, or to wait for the morning', () => {
    fc.assert(
      fc.property(anyState, anyEvents, (from, events) => {
        for (const [at, { was, now }] of history(from, events).entries()) {
          const event = events[at] as MessageEvent
          if (RANK[now] < RANK[was]) expect(BACK[event]).toContain(was)
        }
      }),
    )
  })

  test('keeps an unknown outcome unknown until a carrier says what happened', () => {
    const answers: MessageEvent[] = ['accepted', 'refused', 'never arrived', ...RECEIPT_STATES.map(receipt)]
    fc.assert(
      fc.property(anyEvents, (events) => {
        const own = events.filter((event) => !answers.includes(event))
        expect(own.reduce<MessageState>(nextState, 'unknown')).toBe('unknown')
      }),
    )
    for (const event of answers) expect(nextState('unknown', event)).not.toBe('unknown')
  })

  test('hands a message off again only after it provably was not accepted, or after a failure', () => {
    fc.assert(
      fc.property(anyState, anyEvents, (from, events) => {
        let mayBeAtCarrier = false
        for (const [at, { was, now }] of history(from, events).entries()) {
          const event = events[at] as MessageEvent
          if (was !== now && event in BACK) mayBeAtCarrier = false
          if (was !== 'submitting' && now === 'submitting') {
            expect(mayBeAtCarrier).toBe(false)
            mayBeAtCarrier = true
          }
        }
      }),
    )
  })

  test('reaches the same rank whatever the order and number of receipts', () => {
    const receipts = fc.array(fc.constantFrom(...RECEIPT_STATES), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(receipts, receipts, (reported, repeated) => {
        const all = [...reported, ...repeated.filter((state) => reported.includes(state))]
        const end = (states: ReceiptState[]) => states.map(receipt).reduce<MessageState>(nextState, 'submitting')
        expect(RANK[end(all.toReversed())]).toBe(RANK[end(reported)])
        expect(RANK[end(all)]).toBe(Math.max(...reported.map((state) => RANK[state])))
      }),
    )
  })

  test('settles every message: a settled one is left only by another attempt or a late delivery', () => {
    for (const state of MESSAGE_STATES.filter((option) => RANK[option] >= SETTLED_RANK))
      for (const event of MESSAGE_EVENTS)
        if (nextState(state, event) !== state) expect([...Object.keys(BACK), receipt('delivered')]).toContain(event)
  })

  test('starts every hand-off from a waiting message', () => {
    expect(statesBefore('submit')).toEqual(['held', 'scheduled', 'queued'])
  })
})
