import type { Weekday } from '@crewline/contract/organizations'
import { Temporal } from 'temporal-polyfill'
import { holidayOn, nextSpan, type Calendar, type KeptHoliday } from './holiday-rules.ts'

const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * Whether somebody is there to answer at this moment, on the organization's clocks. Hours that end before they begin run
 * into the next day; hours that end when they begin are a whole day. On a holiday nobody is there from midnight to
 * midnight, nor in the night shift that would have begun on it.
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

/** The holiday it is at this moment where the organization is; undefined on all other days. */
export function holidayAt(moment: Date, { zone, holidays }: Calendar): KeptHoliday | undefined {
  if (holidays.length === 0) return undefined
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  return holidayOn(holidays, local.toPlainDate().toString())
}

/** Days after which hours repeat, with one to spare for clocks that change and one for a shift that runs over midnight. */
const WEEK_DAYS = 9
/** Holidays that are further away, in days, change nothing yet. */
const YEAR_DAYS = 366

/** When somebody comes or goes next, to the minute; undefined where that does not change within a year. */
export function nextChange(moment: Date, calendar: Calendar): Date | undefined {
  return nextOther(moment, calendar, (at) => isOpen(at, calendar))
}

/** When somebody comes or goes next, or a holiday begins or ends; undefined where that is not within a year. */
export function nextTurn(moment: Date, calendar: Calendar): Date | undefined {
  return nextOther(moment, calendar, (at) => `${isOpen(at, calendar)} ${holidayAt(at, calendar)?.id}`)
}

/** The first moment after this one at which something that follows the calendar is another. */
function nextOther(moment: Date, calendar: Calendar, at: (moment: Date) => unknown): Date | undefined {
  const now = at(moment)
  const next = edgesAfter(moment, calendar).find((edge) => at(new Date(edge)) !== now)
  return next === undefined ? undefined : new Date(next)
}

/** Each moment from this one on at which hours or holidays may begin or end as they did not before, in order. */
function edgesAfter(moment: Date, { zone, hours, holidays }: Calendar): number[] {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  const clocks = new Set(Object.values(hours).flatMap(({ from, to }) => [from, to]))
  if (holidays.length > 0) clocks.add('00:00')
  if (clocks.size === 0) return []
  const shift = local.getTimeZoneTransition('next')
  const edges = daysThatMatter(local.toPlainDate(), holidays).flatMap((day) =>
    [...clocks].flatMap((clock) => {
      const at = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(clock))
      // A clock that shows a time twice may open or close at both.
      return (['earlier', 'later'] as const).map(
        (disambiguation) => at.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
      )
    }),
  )
  const last = edges.reduce((one, other) => Math.max(one, other))
  return [...edges, ...(shift ? [shift.epochMilliseconds] : [])]
    .filter((edge) => edge > moment.getTime() && edge <= last)
    .sort((one, other) => one - other)
}

/** A week from today, the first day of each holiday to come and a week from its last: between these, weeks repeat. */
function daysThatMatter(today: Temporal.PlainDate, holidays: readonly KeptHoliday[]): string[] {
  const weekFrom = (day: Temporal.PlainDate) =>
    Array.from({ length: WEEK_DAYS + 1 }, (_, add) => day.add({ days: add }).toString())
  const end = today.add({ days: YEAR_DAYS }).toString()
  const spans = holidays.map((one) => nextSpan(one, today.toString())).filter((span) => span && span.from <= end)
  const days = spans.flatMap((span) => (span ? [span.from, ...weekFrom(Temporal.PlainDate.from(span.to))] : []))
  return [...new Set([...weekFrom(today), ...days])]
}

/** Monday is 1; 0 is the Sunday before. */
function dayOf(isoDay: number): Weekday {
  return WEEKDAYS[(isoDay + 6) % 7] as Weekday
}
