// What must hold after a repeated broadcast went through restarts and steps of the clock.
import { findForbidden } from './state-history.ts'
import type { BroadcastEvidence } from './broadcast-checkers.ts'

/** A date of the series, as the driver knows it. */
export interface ExpectedDate {
  /** The local date and time of the series. */
  occurrence: string
  /** Whether no process ran until it was too late to send. */
  isMissed: boolean
}

/** A run, as the product stored it. */
export interface DateRun {
  id: string
  occurrence: string
  state: string
}

/** What the run left behind. */
export interface RepeatedEvidence extends Pick<BroadcastEvidence, 'messages' | 'history'> {
  /** What the carrier accepted, in order. */
  ledger: { reference: string; to: string }[]
  dates: ExpectedDate[]
  runs: DateRun[]
  people: string[]
  /** Occurrences that had a run before their time, as the right clock says. */
  early: string[]
  /** The date that the product plans next. */
  nextLocal: string | null
  /** The first date of the series that did not come. */
  nextExpected: string
}

/** Finds dates without exactly one run, runs of other dates, texts that are missing, doubled, early or unexpected. */
export function checkDates(evidence: RepeatedEvidence): Record<string, string[]> {
  const { dates, runs, people, messages, ledger, early, nextLocal, nextExpected } = evidence
  const runsOf = (occurrence: string) => runs.filter((run) => run.occurrence === occurrence)
  const expected = new Set(dates.map((date) => date.occurrence))
  const accepted = Map.groupBy(ledger, (entry) => entry.reference)
  const found: Record<string, string[]> = {
    'not once': dates
      .filter(({ occurrence }) => runsOf(occurrence).length !== 1)
      .map(({ occurrence }) => `${occurrence}: ${runsOf(occurrence).length} runs`),
    'not a date': runs.filter((run) => !expected.has(run.occurrence)).map((run) => run.occurrence),
    'wrong end': dates.flatMap(({ occurrence, isMissed }) =>
      runsOf(occurrence)
        .filter((run) => run.state !== (isMissed ? 'missed' : 'sent'))
        .map((run) => `${occurrence} ${run.state}`),
    ),
    'not to everyone once': dates.flatMap(({ occurrence, isMissed }) =>
      runsOf(occurrence).flatMap((run) =>
        people.flatMap((phone) => {
          const texts = messages.filter((message) => message.runId === run.id && message.to === phone)
          const n = texts.reduce((sum, text) => sum + (accepted.get(text.id)?.length ?? 0), 0)
          return n === (isMissed ? 0 : 1) ? [] : [`${occurrence} ${phone}: ${n}`]
        }),
      ),
    ),
    'not of a run': ledger
      .filter((entry) => !messages.some((message) => message.id === entry.reference))
      .map((entry) => entry.reference),
    early,
    'next date': nextLocal === nextExpected ? [] : [`${nextLocal ?? 'none'} instead of ${nextExpected}`],
    forbidden: findForbidden(evidence.history),
  }
  return Object.fromEntries(Object.entries(found).filter(([, cases]) => cases.length > 0))
}
