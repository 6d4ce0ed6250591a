import type { MessageState } from '@crewline/contract/messages'
import { expect, test } from 'vitest'
import { runChecks, WITH_LOOKUP, WITHOUT_LOOKUP, type Evidence } from './checkers.ts'

/**
 * Creates the evidence of a run without problems: two messages queued in bulk, one posted and one without a response.
 */
function makeEvidence(): Evidence {
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
      attempted: ['p1', 'p2'],
    },
  }
}

const findProblems = (
  change: (run: Evidence) => void,
  checks: typeof WITH_LOOKUP | typeof WITHOUT_LOOKUP = WITH_LOOKUP,
) => {
  const run = makeEvidence()
  change(run)
  return Object.keys(runChecks(checks, run))
}
const message = (run: Evidence, body: string) => run.dump.messages.find((candidate) => candidate.body === body)!
const leave = (run: Evidence, body: string, state: MessageState) => {
  message(run, body).state = state
  run.ledger = run.ledger.filter((entry) => entry.body !== body)
}

test('passes every check for a good run', () => {
  expect(findProblems(() => {})).toEqual([])
  expect(findProblems(() => {}, WITHOUT_LOOKUP)).toEqual([])
})

test('reports a delivered text that never reached the carrier as lost', () => {
  expect(findProblems((run) => leave(run, 'q1', 'delivered'))).toEqual(['lost'])
})

test('reports an acknowledged text that is not in the database as lost', () => {
  expect(
    findProblems((run) => {
      leave(run, 'p1', 'queued')
      run.dump.messages = run.dump.messages.filter((candidate) => candidate.body !== 'p1')
    }),
  ).toEqual(['lost', 'unkept', 'miscounted'])
})

test('allows a text without a response to be missing', () => {
  expect(
    findProblems((run) => {
      leave(run, 'p2', 'queued')
      run.dump.messages = run.dump.messages.filter((candidate) => candidate.body !== 'p2')
    }),
  ).toEqual([])
})

test('reports a queued text as lost, stuck and orphaned, and with its chunk only as lost and stuck', () => {
  expect(findProblems((run) => leave(run, 'q2', 'queued'))).toEqual(['lost', 'orphaned', 'stuck'])
  expect(
    findProblems((run) => {
      leave(run, 'q2', 'queued')
      run.dump.chunked.push('id-q2')
    }),
  ).toEqual(['lost', 'stuck'])
})

test('does not report a text with a visible failure as lost', () => {
  for (const state of ['failed', 'suppressed', 'expired', 'cancelled', 'quarantined'] as const)
    expect(findProblems((run) => leave(run, 'q2', state))).toEqual([])
})

test('reports a text that is twice in the ledger as doubled', () => {
  expect(findProblems((run) => run.ledger.push(run.ledger[0]!))).toEqual(['doubled'])
})

test('reports a text in the ledger that was never requested as unexpected', () => {
  expect(findProblems((run) => run.ledger.push({ body: 'other', to: '+14155550100' }))).toEqual(['unexpected'])
})

test('reports an unknown outcome only when the carrier supports look-ups', () => {
  expect(findProblems((run) => leave(run, 'q1', 'unknown'))).toEqual(['unknown'])
  expect(findProblems((run) => leave(run, 'q1', 'unknown'), WITHOUT_LOOKUP)).toEqual([])
})

test('reports a text that the carrier accepted but we show as unknown or failed', () => {
  expect(findProblems((run) => (message(run, 'q1').state = 'unknown'), WITHOUT_LOOKUP)).toEqual(['mistold'])
  expect(findProblems((run) => (message(run, 'q1').state = 'failed'))).toEqual(['mistold'])
})

test('reports an unknown text that returned to the queue without a look-up as resent', () => {
  const resent = (run: Evidence) => {
    run.dump.history.unshift({ id: 'id-q1', was: 'unknown', now: 'queued' })
  }
  expect(findProblems(resent)).toEqual([])
  expect(findProblems(resent, WITHOUT_LOOKUP)).toEqual(['resent'])
})

test('reports a key with two messages, or with another message than the one returned', () => {
  expect(
    findProblems((run) => {
      run.dump.messages.push({ ...message(run, 'p1'), id: 'id-other', body: 'p1 again' })
      run.ledger.push({ body: 'p1 again', to: '+14155550100' })
      run.driven.attempted.push('p1 again')
    }),
  ).toEqual(['unkept'])
  expect(findProblems((run) => (run.driven.acked[0]!.messageId = 'id-other'))).toEqual(['unkept'])
})

test('reports a state that moved back, even when it was repaired later', () => {
  expect(findProblems((run) => run.dump.history.push({ id: 'id-q1', was: 'delivered', now: 'sent' }))).toEqual([
    'regressed',
    'forbidden',
  ])
  expect(findProblems((run) => run.dump.history.push({ id: 'id-q1', was: 'submitted', now: 'queued' }))).toEqual([
    'regressed',
    'forbidden',
  ])
  expect(findProblems((run) => run.dump.history.push({ id: 'id-q1', was: 'submitting', now: 'queued' }))).toEqual([])
})

test('reports a step that the state machine does not allow, though the rank grows', () => {
  expect(findProblems((run) => run.dump.history.push({ id: 'id-q1', was: 'queued', now: 'unknown' }))).toEqual([
    'forbidden',
  ])
})

test('reports a recipient without a message and a message without a recipient', () => {
  expect(
    findProblems((run) => {
      run.driven.queued.push('q3')
      run.ledger.push({ body: 'q3', to: '+14155550100' })
    }),
  ).toEqual(['lost', 'miscounted'])
  expect(
    findProblems((run) =>
      run.dump.messages.push({ id: 'x', state: 'delivered', body: 'x', clientMessageId: null, attempts: 1 }),
    ),
  ).toEqual(['miscounted'])
})
