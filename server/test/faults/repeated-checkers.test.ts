import { expect, test } from 'vitest'
import { checkDates, type RepeatedEvidence } from './repeated-checkers.ts'

/** Creates the evidence of a good run: two dates, the second missed, and two people. */
function makeEvidence(): RepeatedEvidence {
  return {
    dates: [
      { occurrence: '2027-01-04T09:00', isMissed: false },
      { occurrence: '2027-01-05T09:00', isMissed: true },
    ],
    runs: [
      { id: 'one', occurrence: '2027-01-04T09:00', state: 'sent' },
      { id: 'two', occurrence: '2027-01-05T09:00', state: 'missed' },
    ],
    people: ['+1', '+2'],
    messages: ['+1', '+2'].map((to) => ({ id: `text${to}`, runId: 'one', to, state: 'delivered' as const })),
    ledger: ['+1', '+2'].map((to) => ({ reference: `text${to}`, to })),
    history: [{ id: 'text+1', was: 'queued', now: 'submitting' }],
    early: [],
    nextLocal: '2027-01-06T09:00',
    nextExpected: '2027-01-06T09:00',
  }
}

const problemsOf = (change: (run: RepeatedEvidence) => void) => {
  const run = makeEvidence()
  change(run)
  return Object.keys(checkDates(run))
}

test('passes a good run', () => {
  expect(problemsOf(() => {})).toEqual([])
})

test('reports a date without a run, and one with two', () => {
  expect(problemsOf((run) => run.runs.pop())).toEqual(['not once'])
  expect(problemsOf((run) => run.runs.push({ ...run.runs[1]!, id: 'again' }))).toEqual(['not once'])
})

test('reports a run of another date', () => {
  const other = { id: 'x', occurrence: '2027-01-07T09:00', state: 'sent' }
  expect(problemsOf((run) => run.runs.push(other))).toEqual(['not a date'])
})

test('reports a date that was sent too late, and one that was missed although a process ran', () => {
  expect(problemsOf((run) => (run.runs[1]!.state = 'sent'))).toEqual(['wrong end'])
  expect(
    problemsOf((run) => {
      run.runs[0]!.state = 'missed'
      run.messages = []
      run.ledger = []
    }),
  ).toEqual(['wrong end', 'not to everyone once'])
})

test('reports a person who got a date twice, in one text or in two, and one who did not get it', () => {
  expect(problemsOf((run) => run.ledger.push(run.ledger[0]!))).toEqual(['not to everyone once'])
  expect(
    problemsOf((run) => {
      run.messages.push({ ...run.messages[0]!, id: 'again' })
      run.ledger.push({ reference: 'again', to: '+1' })
    }),
  ).toEqual(['not to everyone once'])
  expect(problemsOf((run) => run.ledger.pop())).toEqual(['not to everyone once'])
})

test('reports a text of a missed date, and one that belongs to no run', () => {
  expect(
    problemsOf((run) => {
      run.messages.push({ id: 'late', runId: 'two', to: '+1', state: 'delivered' })
      run.ledger.push({ reference: 'late', to: '+1' })
    }),
  ).toEqual(['not to everyone once'])
  expect(problemsOf((run) => run.ledger.push({ reference: 'unknown', to: '+9' }))).toEqual(['not of a run'])
})

test('reports a run before its time, a wrong next date, and a forbidden step', () => {
  expect(problemsOf((run) => run.early.push('2027-01-05T09:00'))).toEqual(['early'])
  expect(problemsOf((run) => (run.nextLocal = '2027-01-07T09:00'))).toEqual(['next date'])
  expect(problemsOf((run) => (run.nextLocal = null))).toEqual(['next date'])
  expect(problemsOf((run) => run.history.push({ id: 'text+1', was: 'delivered', now: 'queued' }))).toEqual([
    'forbidden',
  ])
})
