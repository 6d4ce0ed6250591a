import { expect, test } from 'vitest'
import { periodsOf, shownCells, shownTotals } from './off-shift-rules.ts'

test.each([
  [12, 12],
  [5, 5],
  [4, null],
  [1, null],
  [0, 0],
])('shows figures about %i people as %s', (people, shown) => {
  const counts = { people, sent: 9, received: 8, minutes: 7 }
  expect(shownCells(counts)).toEqual(
    shown === null ? { people: null, sent: null, received: null, minutes: null } : counts,
  )
})

test.each([
  ['all', { people: 6, sent: 6 }, { people: 0, sent: 0 }, { people: 6, sent: 6 }],
  ['what is shown', { people: 6, sent: 6 }, { people: 2, sent: 3 }, { people: 6, sent: 6 }],
  ['all', { people: 6, sent: 6 }, { people: 5, sent: 8 }, { people: 9, sent: 14 }],
  ['nothing', { people: 0, sent: 0 }, { people: 4, sent: 8 }, { people: null, sent: null }],
  ['all', { people: 0, sent: 0 }, { people: 7, sent: 8 }, { people: 7, sent: 8 }],
])('totals are of %s where periods show %o and hide %o', (_, shown, hidden, totals) => {
  const counts = ({ people, sent }: { people: number; sent: number }) => ({ people, sent, received: 0, minutes: 1 })
  // People can be in shown and in hidden periods.
  const all = counts({
    people: Math.max(shown.people, hidden.people, totals.people ?? 0),
    sent: shown.sent + hidden.sent,
  })
  expect(shownTotals({ all, shown: counts(shown), hidden: counts(hidden) })).toMatchObject(totals)
})

test.each([
  // 2026-01-01 is a Thursday.
  ['week', '2026-01-01', '2026-01-14', ['2026-01-01/2026-01-04', '2026-01-05/2026-01-11', '2026-01-12/2026-01-14']],
  ['week', '2026-01-05', '2026-01-05', ['2026-01-05/2026-01-05']],
  ['week', '9999-12-31', '9999-12-31', ['9999-12-31/9999-12-31']],
  ['month', '9999-12-31', '9999-12-31', ['9999-12-31/9999-12-31']],
  ['month', '2026-01-20', '2026-03-01', ['2026-01-20/2026-01-31', '2026-02-01/2026-02-28', '2026-03-01/2026-03-01']],
] as const)('divides days into each %s from %s to %s', (per, start, end, periods) => {
  expect(periodsOf({ start, end }, per).map((period) => `${period.start}/${period.end}`)).toEqual(periods)
})
