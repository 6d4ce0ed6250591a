import { FINAL_STATES, MESSAGE_EVENTS, MESSAGE_STATES, nextState } from '@crewline/contract/message-states'
import { expect, test } from 'vitest'
import { findForbidden } from './state-history.ts'

const step = (was: (typeof MESSAGE_STATES)[number], now: (typeof MESSAGE_STATES)[number]) =>
  findForbidden([{ id: 'text', was, now }])

test('accepts every step that an event of the state machine makes', () => {
  for (const was of MESSAGE_STATES)
    for (const event of MESSAGE_EVENTS) expect(step(was, nextState(was, event)), `${was}: ${event}`).toEqual([])
})

test.each([
  ['a text that left a final state', 'delivered', 'sent'],
  ['a cancelled text that was sent', 'cancelled', 'submitting'],
  ['a text that skipped the point of no return', 'queued', 'unknown'],
  ['a refused text without an attempt', 'held', 'received'],
  ['an accepted text that returned to the queue', 'submitted', 'queued'],
  ['a quarantined text that was tried again', 'quarantined', 'queued'],
] as const)('reports %s', (_, was, now) => {
  expect(step(was, now)).toEqual([`text ${was} > ${now}`])
})

test('reports every step out of a final state', () => {
  for (const was of FINAL_STATES)
    for (const now of MESSAGE_STATES) if (was !== now) expect(step(was, now), `${was} > ${now}`).toHaveLength(1)
})
