import { daysAfter } from '@crewline/contract/calendar'
import type { OffShiftCells, OffShiftCut, OffShiftPeriod } from '@crewline/contract/off-shift'
import { Temporal } from 'temporal-polyfill'
import { isFew, revealingRows, type Part, type RevealRow } from './reveal-rules.ts'

/** Figures before any is hidden. */
type Known = Record<keyof OffShiftCells, number>

const HIDDEN: OffShiftCells = { people: null, sent: null, received: null, minutes: null }

/** Hides counts that are about a few people, or that would reveal some that are. */
export function shownCells<Counts extends Known>(
  counts: Counts,
  isRevealing = false,
): Omit<Counts, keyof OffShiftCells> & OffShiftCells {
  return isRevealing || isFew(counts.people) ? { ...counts, ...HIDDEN } : counts
}

/** What the rows of the report have in common: parts, and how many people are in a set of rows or in a period. */
export interface Shared {
  parts: (Part & { people: number })[]
  sets: { keys: string[]; people: number }[]
  periods: { name: string; people: number }[]
}

/**
 * Returns the rows that would reveal figures about a few people: a text to or from a person counts in each of their groups, and
 * one that a member sent in no other row than theirs, while minutes are of all who wrote.
 */
export function hiddenRows(rows: readonly RevealRow[], { parts, sets, periods }: Shared, by: OffShiftCut): Set<string> {
  const apart = parts.flatMap((part) => part.keys.map((key): Part => ({ ...part, keys: [key] })))
  const enough = new Set(rows.filter(({ people }) => !isFew(people)).map(({ key }) => key))
  const rest = sets.filter(({ keys }) => !keys.some((key) => enough.has(key)))
  // A person is in one set of groups, and can be in several sets of members.
  const people = rest.reduce((sum, set) => (by === 'group' ? sum + set.people : Math.max(sum, set.people)), 0)
  return revealingRows(rows, by === 'group' ? [parts] : [parts, apart], {
    periods: periods.filter((period) => !isFew(period.people)).map(({ name }) => name),
    isRestFew: isFew(people),
  })
}

/** Returns what the rows of a file have in common within one of its periods. */
export function sharedIn({ parts }: Shared, name: string): Shared {
  const within = parts.filter((part) => part.periods.includes(name))
  return { parts: within, sets: within.map(({ keys, people }) => ({ keys: [...keys], people })), periods: [] }
}

/**
 * Returns the totals of all periods, from the counts of all of them, of those that are shown, and of those that are hidden.
 * Where the hidden ones are about a few people even together, the totals leave them out: otherwise they are what the periods
 * lack of the totals.
 */
export function shownTotals({ all, shown, hidden }: { all: Known; shown: Known; hidden: Known }): OffShiftCells {
  return shownCells(isFew(hidden.people) && shown.people > 0 ? shown : all)
}

/** Returns the weeks, from Monday, or months that a range touches, each within the range; `name` is the first day of the whole. */
export function periodsOf(
  { start, end }: { start: string; end: string },
  per: OffShiftPeriod,
): { name: string; start: string; end: string }[] {
  const periods: { name: string; start: string; end: string }[] = []
  for (let day = start, isLast = false; !isLast;) {
    const date = Temporal.PlainDate.from(day)
    const first = per === 'month' ? date.with({ day: 1 }) : date.subtract({ days: date.dayOfWeek - 1 })
    const last = first.add(per === 'month' ? { months: 1 } : { days: 7 }).subtract({ days: 1 })
    // Compared as days: after the year 9999, names of days are no longer in their order.
    isLast = Temporal.PlainDate.compare(last, end) >= 0
    periods.push({ name: first.toString(), start: day, end: isLast ? end : last.toString() })
    if (!isLast) day = daysAfter(last.toString(), 1)
  }
  return periods
}
