import { SMALLEST_CELL } from '@crewline/contract/analytics-limits'
import { daysAfter } from '@crewline/contract/calendar'
import type { OffShiftCells, OffShiftPeriod } from '@crewline/contract/off-shift'
import { Temporal } from 'temporal-polyfill'

/** Figures before any is hidden. */
type Known = Record<keyof OffShiftCells, number>

const HIDDEN: OffShiftCells = { people: null, sent: null, received: null, minutes: null }

/** Whether figures or a list about so many people are hidden. */
export function isFew(people: number): boolean {
  return people > 0 && people < SMALLEST_CELL
}

/** Hides counts that are about a few people. */
export function shownCells<Counts extends Known>(counts: Counts): Omit<Counts, keyof OffShiftCells> & OffShiftCells {
  return isFew(counts.people) ? { ...counts, ...HIDDEN } : counts
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
  for (let day = start; day <= end;) {
    const date = Temporal.PlainDate.from(day)
    const first = per === 'month' ? date.with({ day: 1 }) : date.subtract({ days: date.dayOfWeek - 1 })
    const last = first
      .add(per === 'month' ? { months: 1 } : { days: 7 })
      .subtract({ days: 1 })
      .toString()
    periods.push({ name: first.toString(), start: day, end: last < end ? last : end })
    day = daysAfter(last, 1)
  }
  return periods
}
