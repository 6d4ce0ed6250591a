import { expect, test } from 'vitest'
import { checkBroadcasts, type BroadcastEvidence, type RecipientRow } from './broadcast-checkers.ts'

/** Creates the evidence of a run without problems: two people reached, one cancelled by a stop, one blocked. */
function makeEvidence(): BroadcastEvidence {
  const row = (name: string, state: string, reason: string | null = null): RecipientRow => ({
    runId: 'run',
    contactId: name,
    state,
    reason,
    messageId: reason ? null : `text-${name}`,
    segments: reason ? null : 1,
    isReplied: false,
    isOptedOut: name === 'ben',
  })
  const recipients = [
    row('ann', 'delivered'),
    row('ben', 'delivered'),
    row('cat', 'cancelled'),
    row('dan', 'blocked', 'archived'),
  ]
  return {
    targeted: new Map([['run', ['ann', 'ben', 'cat', 'dan']]]),
    runs: [{ id: 'run', state: 'stopped' }],
    recipients,
    tally: [
      { runId: 'run', key: 'state:delivered', n: 2 },
      { runId: 'run', key: 'state:cancelled', n: 1 },
      { runId: 'run', key: 'state:blocked', n: 1 },
      { runId: 'run', key: 'blocked:archived', n: 1 },
      { runId: 'run', key: 'opted_out', n: 1 },
      { runId: 'run', key: 'segments', n: 3 },
      { runId: 'run', key: 'state:pending', n: 0 },
    ],
    messages: ['ann', 'ben', 'cat'].map((name) => ({
      id: `text-${name}`,
      runId: 'run',
      to: `+1-${name}`,
      state: name === 'cat' ? ('cancelled' as const) : ('delivered' as const),
    })),
    chunked: [],
    ledger: ['ann', 'ben'].map((name) => ({ reference: `text-${name}`, to: `+1-${name}`, segments: 1 })),
    usage: 2,
    barriers: [{ what: 'a stop', runId: 'run', allowed: ['text-ann', 'text-ben'], claimed: 2 }],
    history: [
      { id: 'text-ann', was: 'queued', now: 'submitting' },
      { id: 'text-ann', was: 'submitting', now: 'submitted' },
      { id: 'text-ann', was: 'submitted', now: 'delivered' },
      { id: 'text-cat', was: 'queued', now: 'cancelled' },
    ],
    silent: new Set<string>(),
  }
}

const problemsOf = (change: (run: BroadcastEvidence) => void) => {
  const run = makeEvidence()
  const { usage } = run
  change(run)
  // A change of what the carrier accepted is no fault of the counter.
  if (run.usage === usage) run.usage = run.ledger.reduce((sum, { segments }) => sum + segments, 0)
  return Object.keys(checkBroadcasts(run))
}
const rowOf = (run: BroadcastEvidence, name: string) => run.recipients.find((row) => row.contactId === name)!

test('passes every check for a good run', () => {
  expect(problemsOf(() => {})).toEqual([])
})

test('reports a text that the carrier accepted twice', () => {
  expect(problemsOf((run) => run.ledger.push(run.ledger[0]!))).toEqual(['doubled'])
})

test('reports a second text of the run to the same person', () => {
  expect(
    problemsOf((run) => {
      run.messages.push({ id: 'text-again', runId: 'run', to: '+1-ann', state: 'delivered' })
      run.ledger.push({ reference: 'text-again', to: '+1-ann', segments: 1 })
      run.barriers = []
    }),
  ).toEqual(['doubled'])
})

test('reports usage that differs from what the carrier accepted', () => {
  expect(problemsOf((run) => (run.usage = 1))).toEqual(['misbilled'])
  expect(problemsOf((run) => (run.usage = 3))).toEqual(['misbilled'])
})

test('reports a person who counts as reached although no carrier has the text', () => {
  expect(problemsOf((run) => run.ledger.pop())).toEqual(['lost'])
})

test('reports a chosen person without a row, with two, and one who was not chosen', () => {
  expect(
    problemsOf((run) => {
      run.recipients = run.recipients.filter((row) => row.contactId !== 'dan')
      run.tally = run.tally.filter(({ key }) => !key.includes('blocked'))
    }),
  ).toEqual(['misfrozen'])
  expect(problemsOf((run) => run.recipients.push(rowOf(run, 'cat')))).toEqual(['misfrozen', 'miscounted'])
  expect(problemsOf((run) => run.targeted.set('run', ['ann', 'ben', 'cat']))).toEqual(['misfrozen'])
})

test('reports a count that is off by one, in either direction and for every kind of count', () => {
  for (const nth of makeEvidence().tally.keys())
    for (const difference of [1, -1])
      expect(problemsOf((run) => (run.tally[nth]!.n += difference))).toEqual(['miscounted'])
})

test('reports a person without an outcome, and a blocked one without a reason', () => {
  const leave = (state: string) => (run: BroadcastEvidence) => {
    rowOf(run, 'cat').state = state
    run.messages[2]!.state = state as 'queued'
    run.tally[1]!.key = `state:${state}`
  }
  for (const state of ['queued', 'scheduled', 'submitting', 'unknown', 'invented'])
    expect(problemsOf(leave(state))).toEqual(['unresolved'])
  expect(
    problemsOf((run) => {
      rowOf(run, 'dan').reason = null
      run.tally = run.tally.filter(({ key }) => key !== 'blocked:archived')
    }),
  ).toEqual(['unresolved'])
})

test('reports a recipient whose state is not that of the text', () => {
  expect(problemsOf((run) => (run.messages[0]!.state = 'sent'))).toEqual(['outdated'])
})

test('reports an accepted text that counts as not sent', () => {
  expect(
    problemsOf((run) => {
      run.ledger.push({ reference: 'text-cat', to: '+1-cat', segments: 1 })
      run.barriers = []
    }),
  ).toEqual(['mistold'])
})

test('reports a text that left after a stop or an opt-out, and one that left before a pause ended', () => {
  const late = (run: BroadcastEvidence) => {
    rowOf(run, 'cat').state = 'delivered'
    run.messages[2]!.state = 'delivered'
    run.ledger.push({ reference: 'text-cat', to: '+1-cat', segments: 1 })
    run.tally[0]!.n = 3
    run.tally[1]!.n = 0
  }
  expect(problemsOf(late)).toEqual(['leaked'])
  const byPhone = (run: BroadcastEvidence) => {
    late(run)
    run.barriers = [{ what: 'an opt-out', phone: '+1-cat', allowed: [] }]
  }
  expect(problemsOf(byPhone)).toEqual(['leaked'])
  const resumed = (untilEntry: number) => (run: BroadcastEvidence) => {
    late(run)
    run.barriers[0]!.untilEntry = untilEntry
  }
  expect(problemsOf(resumed(2))).toEqual([])
  expect(problemsOf(resumed(3))).toEqual(['leaked'])
})

test('reports an answer that named fewer texts than were handed off', () => {
  expect(problemsOf((run) => (run.barriers[0]!.claimed = 1))).toEqual(['misclaimed'])
})

test('reports a run that did not end, and a chunk that is left', () => {
  expect(problemsOf((run) => (run.runs[0]!.state = 'sending'))).toEqual(['stuck'])
  expect(problemsOf((run) => run.chunked.push('text-cat'))).toEqual(['stuck'])
})

test('reports a step that the state machine does not allow', () => {
  expect(problemsOf((run) => run.history.push({ id: 'text-cat', was: 'cancelled', now: 'submitting' }))).toEqual([
    'forbidden',
  ])
})

test('lets a text stay accepted only where the receipts of its number are lost', () => {
  const stay = (silent: string[]) => (run: BroadcastEvidence) => {
    rowOf(run, 'ann').state = 'submitted'
    run.messages[0]!.state = 'submitted'
    run.tally[0]!.n = 1
    run.tally.push({ runId: 'run', key: 'state:submitted', n: 1 })
    run.silent = new Set(silent)
  }
  expect(problemsOf(stay(['+1-ann']))).toEqual([])
  expect(problemsOf(stay(['+1-ben']))).toEqual(['unresolved'])
  expect(
    problemsOf((run) => {
      stay(['+1-ann'])(run)
      rowOf(run, 'ann').state = 'queued'
      run.messages[0]!.state = 'queued'
      run.tally.at(-1)!.key = 'state:queued'
    }),
  ).toEqual(['mistold', 'unresolved'])
})
