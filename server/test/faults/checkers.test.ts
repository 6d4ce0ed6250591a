import type { MessageState } from '@crewline/contract/messages'
import { expect, test } from 'vitest'
import { verdictOf, WITH_LOOKUP, WITHOUT_LOOKUP, type Evidence } from './checkers.ts'

/** A run in which everything went well: two texts queued in bulk, one posted and one whose answer never came. */
function good(): Evidence {
  const messages = ['q1', 'q2', 'p1', 'p2'].map((body) => ({
    id: `id-${body}`,
    state: 'delivered' as MessageState,
    body,
    clientMessageId: body.startsWith('p') ? `key-${body}` : null,
    attempts: 1,
  }))
  const steps: MessageState[] = ['queued', 'submitting', 'submitted', 'sent', 'delivered']
  return {
    dump: {
      messages,
      history: messages.flatMap(({ id }) => steps.slice(1).map((now, at) => ({ id, was: steps[at]!, now }))),
      chunked: [],
    },
    ledger: messages.map(({ body }) => ({ body, to: '+14155550100' })),
    driven: {
      queued: ['q1', 'q2'],
      acked: [{ key: 'key-p1', messageId: 'id-p1', body: 'p1' }],
      tried: ['p1', 'p2'],
    },
  }
}

const found = (change: (run: Evidence) => void, checks: typeof WITH_LOOKUP | typeof WITHOUT_LOOKUP = WITH_LOOKUP) => {
  const run = good()
  change(run)
  return Object.keys(verdictOf(checks, run))
}
const message = (run: Evidence, body: string) => run.dump.messages.find((one) => one.body === body)!
const leave = (run: Evidence, body: string, state: MessageState) => {
  message(run, body).state = state
  run.ledger = run.ledger.filter((one) => one.body !== body)
}

test('a good run passes every check', () => {
  expect(found(() => {})).toEqual([])
  expect(found(() => {}, WITHOUT_LOOKUP)).toEqual([])
})

test('a text that says it was delivered and never reached the carrier is lost', () => {
  expect(found((run) => leave(run, 'q1', 'delivered'))).toEqual(['lost'])
})

test('a text that was acknowledged and is not in the database is lost', () => {
  expect(
    found((run) => {
      leave(run, 'p1', 'queued')
      run.dump.messages = run.dump.messages.filter((one) => one.body !== 'p1')
    }),
  ).toEqual(['lost', 'unkept', 'miscounted'])
})

test('a text whose answer never came may be missing', () => {
  expect(
    found((run) => {
      leave(run, 'p2', 'queued')
      run.dump.messages = run.dump.messages.filter((one) => one.body !== 'p2')
    }),
  ).toEqual([])
})

test('a text nobody will look at again is lost, stuck and orphaned; with its chunk it only waits', () => {
  expect(found((run) => leave(run, 'q2', 'queued'))).toEqual(['lost', 'orphaned', 'stuck'])
  expect(
    found((run) => {
      leave(run, 'q2', 'queued')
      run.dump.chunked.push('id-q2')
    }),
  ).toEqual(['lost', 'stuck'])
})

test('a text that did not go and says so is not lost', () => {
  for (const state of ['failed', 'suppressed', 'expired', 'cancelled', 'quarantined'] as const)
    expect(found((run) => leave(run, 'q2', state))).toEqual([])
})

test('the same text twice in the ledger is doubled', () => {
  expect(found((run) => run.ledger.push(run.ledger[0]!))).toEqual(['doubled'])
})

test('a text in the ledger that nobody asked for is unexpected', () => {
  expect(found((run) => run.ledger.push({ body: 'other', to: '+14155550100' }))).toEqual(['unexpected'])
})

test('an unknown outcome is found where the carrier can be asked, and allowed where it cannot', () => {
  expect(found((run) => leave(run, 'q1', 'unknown'))).toEqual(['unknown'])
  expect(found((run) => leave(run, 'q1', 'unknown'), WITHOUT_LOOKUP)).toEqual([])
})

test('a text the carrier took and we call unknown or failed is told wrongly', () => {
  expect(found((run) => (message(run, 'q1').state = 'unknown'), WITHOUT_LOOKUP)).toEqual(['mistold'])
  expect(found((run) => (message(run, 'q1').state = 'failed'))).toEqual(['mistold'])
})

test('an unknown text that went back to the queue is a resend where nobody was asked', () => {
  const resent = (run: Evidence) => {
    run.dump.history.unshift({ id: 'id-q1', was: 'unknown', now: 'queued' })
  }
  expect(found(resent)).toEqual([])
  expect(found(resent, WITHOUT_LOOKUP)).toEqual(['resent'])
})

test('one key with two messages, or with another than was answered, is a broken promise', () => {
  expect(
    found((run) => {
      run.dump.messages.push({ ...message(run, 'p1'), id: 'id-other', body: 'p1 again' })
      run.ledger.push({ body: 'p1 again', to: '+14155550100' })
      run.driven.tried.push('p1 again')
    }),
  ).toEqual(['unkept'])
  expect(found((run) => (run.driven.acked[0]!.messageId = 'id-other'))).toEqual(['unkept'])
})

test('a state that went back is found even when it was mended later', () => {
  expect(found((run) => run.dump.history.push({ id: 'id-q1', was: 'delivered', now: 'sent' }))).toEqual(['regressed'])
  expect(found((run) => run.dump.history.push({ id: 'id-q1', was: 'submitted', now: 'queued' }))).toEqual(['regressed'])
  expect(found((run) => run.dump.history.push({ id: 'id-q1', was: 'submitting', now: 'queued' }))).toEqual([])
})

test('a recipient without a message, and a message without a recipient, break the sum', () => {
  expect(
    found((run) => {
      run.driven.queued.push('q3')
      run.ledger.push({ body: 'q3', to: '+14155550100' })
    }),
  ).toEqual(['lost', 'miscounted'])
  expect(
    found((run) =>
      run.dump.messages.push({ id: 'x', state: 'delivered', body: 'x', clientMessageId: null, attempts: 1 }),
    ),
  ).toEqual(['miscounted'])
})
