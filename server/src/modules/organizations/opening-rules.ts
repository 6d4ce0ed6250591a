import type { Weekday } from '@crewline/contract/organizations'
import { Temporal } from 'temporal-polyfill'
import { holidayOn, nextSpan, type Calendar, type StoredHoliday } from './holiday-rules.ts'

const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * Returns whether the organization is open at this moment, in its own time zone. Hours that end before they begin run
 * into the next day; hours that end when they begin are a whole day. A holiday closes from midnight to midnight and
 * cancels the night shift that would begin on it.
 */
export function isOpen(moment: Date, { zone, hours, holidays }: Calendar): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  const day = local.toPlainDate()
  if (holidayOn(holidays, day.toString())) return false
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const today = hours[dayOf(local.dayOfWeek)]
  if (today && clock >= today.from && (clock < today.to || today.to <= today.from)) return true
  const yesterday = hours[dayOf(local.dayOfWeek - 1)]
  const isLate = yesterday !== undefined && yesterday.to <= yesterday.from && clock < yesterday.to
  return isLate && !holidayOn(holidays, day.subtract({ days: 1 }).toString())
}

/** Returns the holiday at this moment in the organization's zone, or undefined. */
export function holidayAt(moment: Date, { zone, holidays }: Calendar): StoredHoliday | undefined {
  if (holidays.length === 0) return undefined
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  return holidayOn(holidays, local.toPlainDate().toString())
}

/** Days after which hours repeat, plus one for clock changes and one for a shift past midnight. */
const WEEK_DAYS = 9
/** Holidays further away, in days, are ignored. */
const YEAR_DAYS = 366

/** Returns the next opening or closing, to the minute, or undefined when there is none within a year. */
export function nextChange(moment: Date, calendar: Calendar): Date | undefined {
  return nextDifference(moment, calendar, (at) => isOpen(at, calendar))
}

/**
 * Returns the next opening or closing, or the next start or end of a holiday. Returns undefined when there is none
 * within a year.
 */
export function nextTurn(moment: Date, calendar: Calendar): Date | undefined {
  return nextDifference(moment, calendar, (at) => `${isOpen(at, calendar)} ${holidayAt(at, calendar)?.id}`)
}

/** Returns the first later moment at which the given function of the calendar has another value. */
function nextDifference(moment: Date, calendar: Calendar, at: (moment: Date) => unknown): Date | undefined {
  const now = at(moment)
  const next = edgesAfter(moment, calendar).find((edge) => at(new Date(edge)) !== now)
  return next === undefined ? undefined : new Date(next)
}

/** Returns in order the later moments at which hours or holidays may begin or end. */
function edgesAfter(moment: Date, { zone, hours, holidays }: Calendar): number[] {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  const clocks = new Set(Object.values(hours).flatMap(({ from, to }) => [from, to]))
  if (holidays.length > 0) clocks.add('00:00')
  if (clocks.size === 0) return []
  const shift = local.getTimeZoneTransition('next')
  const edges = daysThatMatter(local.toPlainDate(), holidays).flatMap((day) =>
    [...clocks].flatMap((clock) => {
      const at = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(clock))
      // A local time that occurs twice may open or close at both.
      return (['earlier', 'later'] as const).map(
        (disambiguation) => at.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
      )
    }),
  )
  const last = edges.reduce((latest, edge) => Math.max(latest, edge))
  return [...edges, ...(shift ? [shift.epochMilliseconds] : [])]
    .filter((edge) => edge > moment.getTime() && edge <= last)
    .sort((a, b) => a - b)
}

/** A week from today, plus for each coming holiday its first day and a week from its last; weeks in between repeat. */
function daysThatMatter(today: Temporal.PlainDate, holidays: readonly StoredHoliday[]): string[] {
  const weekFrom = (day: Temporal.PlainDate) =>
    Array.from({ length: WEEK_DAYS + 1 }, (_, add) => day.add({ days: add }).toString())
  const end = today.add({ days: YEAR_DAYS }).toString()
  const spans = holidays
    .map((holiday) => nextSpan(holiday, today.toString()))
    .filter((span) => span && span.from <= end)
  const days = spans.flatMap((span) => (span ? [span.from, ...weekFrom(Temporal.PlainDate.from(span.to))] : []))
  return [...new Set([...weekFrom(today), ...days])]
}

/** Monday is 1; 0 is the Sunday before. */
function dayOf(isoDay: number): Weekday {
  return WEEKDAYS[(isoDay + 6) % 7] as Weekday
}
