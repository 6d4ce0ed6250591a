import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { CELEBRATION_LATE_MS, CELEBRATION_OFFSET_DAYS_MAX } from '@crewline/contract/celebration-limits'
import type { CelebrationContent } from '@crewline/contract/celebrations'
import { tagsIn } from '@crewline/contract/merge'
import { instantOf } from '@crewline/contract/schedule-rules'

/** What decides when a date is celebrated. */
export type CelebrationTiming = Pick<CelebrationContent, 'time' | 'feb29' | 'weekend' | 'offsetDays'>

type Added = 'copyToNews' | 'zone' | 'offsetDays' | 'repeat'

/** Completes content that was stored before celebrations had these settings. */
export function completeContent(
  stored: Omit<CelebrationContent, Added> & Partial<Pick<CelebrationContent, Added>>,
): CelebrationContent {
  return { copyToNews: false, zone: 'contact', offsetDays: 0, repeat: 'yearly', ...stored }
}

/** Returns the clocks that decide when a celebration is due. */
export function clocksOf({ zone }: CelebrationContent, orgZone: string, contactZones: string[]): string[] {
  return zone === 'org' ? [orgZone] : [...new Set([orgZone, ...contactZones])]
}

/** When people in one zone with a date on one day of the year get their text. */
export interface SendTime {
  zone: string
  /** The celebrated day of the year, such as 02-29. */
  monthDay: string
  /** The year of the date. */
  year: number
  /** The day of the date in that year. */
  date: string
  /** The day of the text on the clock of the zone: the date, moved by the offset and then by a weekend. */
  day: string
  at: Date
}

const DAY_MS = 24 * 3_600_000
/** A weekend moves a text by at most this many days. */
const MOST_MOVED = 2

/**
 * Returns when each day of the year is celebrated in a zone, after one instant and until another: each day of each year
 * exactly once, soonest first. A time that clocks skip is made up for right after the gap, and one that occurs twice
 * counts the first time.
 */
export function sendTimesBetween(
  timing: CelebrationTiming,
  zone: string,
  { after, until }: { after: Date; until: Date },
): SendTime[] {
  const found: SendTime[] = []
  const last = daysAfter(dayIn(zone, until), MOST_MOVED + 1 - timing.offsetDays)
  const first = daysAfter(dayIn(zone, after), -MOST_MOVED - 1 - timing.offsetDays)
  for (let date = first; date <= last; date = daysAfter(date, 1)) {
    const day = sendDayOf(daysAfter(date, timing.offsetDays), timing.weekend)
    const at = instantOf(`${day}T${timing.time}`, zone)
    if (at <= after || at > until) continue
    const year = Number(date.slice(0, 4))
    for (const monthDay of celebratedOn(date, timing.feb29)) found.push({ zone, monthDay, year, date, day, at })
  }
  return found.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** A change moves a text by at most twice the largest offset, a weekend on either side, and the end of a February. */
const FARTHEST_MOVE_DAYS = 2 * (CELEBRATION_OFFSET_DAYS_MAX + MOST_MOVED + 1)

/**
 * Returns the times that a change of the timing leaves out: they were still to come, and have passed too long ago since the
 * change. `before` and `after`: the timing, and the clock of the same people.
 */
export function timesLeftOut(
  before: { timing: CelebrationTiming; zone: string },
  after: { timing: CelebrationTiming; zone: string },
  now: Date,
): SendTime[] {
  const moveMs = FARTHEST_MOVE_DAYS * DAY_MS
  const keyOf = ({ year, monthDay }: SendTime) => `${year}-${monthDay}`
  const until = new Date(now.getTime() - CELEBRATION_LATE_MS)
  const passed = sendTimesBetween(after.timing, after.zone, { after: new Date(now.getTime() - moveMs), until })
  const came = sendTimesBetween(before.timing, before.zone, { after: now, until: new Date(now.getTime() + moveMs) })
  const coming = new Set(came.map(keyOf))
  return passed.filter((time) => coming.has(keyOf(time)))
}

/** Splits times into spans of one day, then two, four and so on, soonest first; none is empty. */
export function growingSpans(times: readonly SendTime[]): SendTime[][] {
  const left = times.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const spans: SendTime[][] = []
  for (let days = 1; left.length > 0; days *= 2) {
    const end = (left[0]?.at.getTime() ?? 0) + days * DAY_MS
    const next = left.findIndex(({ at }) => at.getTime() >= end)
    spans.push(left.splice(0, next < 0 ? left.length : next))
  }
  return spans
}

/** Returns the days of the year that are celebrated on a date: in common years, February 29 moves to a day beside it. */
export function celebratedOn(date: string, feb29: CelebrationTiming['feb29']): string[] {
  const [year, monthDay] = [Number(date.slice(0, 4)), date.slice(5)]
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  const stand = feb29 === 'feb28' ? '02-28' : '03-01'
  return !isLeap && monthDay === stand ? [monthDay, '02-29'] : [monthDay]
}

function sendDayOf(date: string, weekend: CelebrationTiming['weekend']): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  if (weekend === 'same' || (weekday !== 0 && weekday !== 6)) return date
  if (weekend === 'before') return daysAfter(date, weekday === 6 ? -1 : -2)
  return daysAfter(date, weekday === 6 ? 2 : 1)
}

/** Returns when the time of day of a celebration comes next in any of these zones. */
export function nextTimeOfDay(time: string, zones: string[], now: Date): Date {
  const next = zones.flatMap((zone) => {
    const today = dayIn(zone, now)
    return [today, daysAfter(today, 1), daysAfter(today, 2)]
      .map((day) => instantOf(`${day}T${time}`, zone).getTime())
      .filter((at) => at > now.getTime())
  })
  return new Date(Math.min(...next))
}

/**
 * Returns which of the texts a person gets in a year: another one each year, and not the same one for everyone on one
 * day.
 */
export function turnOf(contactId: string, year: number, count: number): number {
  const start = Number.parseInt(contactId.slice(-6), 16)
  return (start + year) % count
}

/** The merge field for completed years, which birthdays do not have: no text tells an age. */
export const YEARS_FIELD = 'years'

/** Returns whether a text names completed years of a date that is not repeated, and so has none. */
export function namesYearsOfOnce({ repeat, texts }: Pick<CelebrationContent, 'repeat' | 'texts'>): boolean {
  return (
    repeat === 'once' && texts.some((text) => Object.values(text).some((body) => tagsIn(body).includes(YEARS_FIELD)))
  )
}

/** Returns whether a text names the age of a person. */
export function tellsAge({ kind, texts }: Pick<CelebrationContent, 'kind' | 'texts'>): boolean {
  return (
    kind === 'birthday' && texts.some((text) => Object.values(text).some((body) => tagsIn(body).includes(YEARS_FIELD)))
  )
}
