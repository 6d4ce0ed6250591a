// When a schedule happens. Dates are computed on the calendar without a zone, and each is then placed in a zone: the
// local time is the key of an occurrence, the same for every contact and process, and no clock change moves it.
import { dayIn, offsetAt } from './calendar.ts'
import { msg, type LocalizedText } from './localized-text.ts'
import type { RecurringSchedule, Schedule } from './schedule.ts'

/** One time at which a schedule happens. */
export interface Occurrence {
  /** Identifies the occurrence: its local date and time, such as 2027-03-14T02:30, even if clocks skip it. */
  local: string
  at: Date
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A week begins on Monday, which decides which days are in every second one. */
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
/** Where a series without an end ends. */
const LAST_DAY = Date.UTC(2999, 11, 31) / DAY
/** How far ahead something may be scheduled once, in ms. */
const ONCE_AHEAD_MS = 366 * DAY

const asUtc = (local: string) => Date.parse(`${local}Z`)

/**
 * Converts a local time in a zone to an instant. A time that clocks skip becomes the first minute after the gap; of a
 * time that occurs twice, the first counts.
 */
export function instantOf(local: string, zone: string): Date {
  return new Date(placeIn(zone, asUtc(local)).at)
}

/** Finds the instant of a local time, given as if it were UTC, and whether clocks skip it. */
function placeIn(zone: string, wall: number): { at: number; isSkipped: boolean } {
  // Zones are between 12 hours behind and 14 hours ahead of UTC, so the instant lies between these two.
  const [earliest, latest] = [wall - 14 * HOUR, wall + 12 * HOUR]
  const [before, after] = [offsetAt(zone, earliest), offsetAt(zone, latest)]
  if (before === after) return { at: wall - before, isSkipped: false }
  const candidates = [wall - before, wall - after].filter((at) => at + offsetAt(zone, at) === wall)
  if (candidates.length > 0) return { at: Math.min(...candidates), isSkipped: false }
  let [low, high] = [earliest / MINUTE, latest / MINUTE]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (middle * MINUTE + offsetAt(zone, middle * MINUTE) >= wall) high = middle
    else low = middle
  }
  return { at: high * MINUTE, isSkipped: true }
}

/**
 * Returns the occurrences after an instant, soonest first, in the zone of the schedule or of a contact. A date that a
 * zone never had (Samoa, December 30, 2011) has none there.
 */
export function occurrencesAfter(
  schedule: Schedule,
  after: Date,
  count: number,
  { zone }: { zone?: string } = {},
): Occurrence[] {
  const found: Occurrence[] = []
  if (schedule.mode === 'now' || count < 1) return found
  const inZone = zone ?? schedule.timeZone
  for (const local of localTimes(schedule, dayNumber(after.getTime()) - 2)) {
    const { at, isSkipped } = placeIn(inZone, asUtc(local))
    if (at <= after.getTime()) continue
    if (isSkipped && schedule.mode === 'recurring' && !hasDate(inZone, local.slice(0, 10))) continue
    found.push({ local, at: new Date(at) })
    if (found.length === count) break
  }
  return found
}

/** Returns how many occurrences follow an instant, or null when the series never ends. */
export function remainingOf(schedule: Schedule, after: Date): number | null {
  if (schedule.mode === 'recurring' && schedule.end.type === 'never') return null
  return occurrencesAfter(schedule, after, Infinity).length
}

/** Whether a zone had any part of a date. */
function hasDate(zone: string, date: string): boolean {
  return dayIn(zone, instantOf(`${date}T00:00`, zone)) === date
}

/** The local times of a schedule in order. Those before a day may be left out, where that changes no later one. */
function* localTimes(schedule: Exclude<Schedule, { mode: 'now' }>, fromDay: number): Generator<string> {
  if (schedule.mode === 'once') {
    yield schedule.at
    return
  }
  const { start, end } = schedule
  const firstDay = dayNumber(asUtc(start))
  const skipped = new Set(schedule.skipDates)
  const clock = start.slice(10)
  let left = end.type === 'after' ? end.count : Infinity
  // A count is counted from the start.
  const firstPeriod = end.type === 'after' ? 0 : Math.max(0, periodBefore(schedule, firstDay, fromDay))
  for (const dayOf of daysFrom(schedule, firstDay, firstPeriod)) {
    const date = dateOf(dayOf)
    if (end.type === 'on' && date > end.date) return
    if (dayOf < firstDay || skipped.has(date)) continue
    yield date + clock
    left -= 1
    if (left === 0) return
  }
}

/** The candidate days of a series in order, from one of its periods: a day, week, month or year times its interval. */
function* daysFrom(schedule: RecurringSchedule, firstDay: number, firstPeriod: number): Generator<number> {
  const { frequency, interval } = schedule
  const start = new Date(firstDay * DAY)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()]
  const weekdays = weekdaysOf(schedule)
  for (let period = firstPeriod; ; period += 1) {
    const step = period * interval
    const days =
      frequency === 'daily'
        ? [firstDay + step]
        : frequency === 'weekly'
          ? weekdays.map((weekday) => mondayOf(firstDay) + step * 7 + weekday)
          : [dayInMonth(schedule, firstDay, frequency === 'monthly' ? [year, month + step] : [year + step, month])]
    for (const day of days) {
      if (day === undefined) continue
      if (day > LAST_DAY) return
      yield day
    }
  }
}

/** Returns a period that ends before a day, close to it. */
function periodBefore({ frequency, interval }: RecurringSchedule, firstDay: number, day: number): number {
  const days = { daily: 1, weekly: 7, monthly: 31, yearly: 366 }[frequency] * interval
  return Math.floor((day - firstDay) / days) - 1
}

/** Returns the day of a series in a month, or undefined when the month has none. */
function dayInMonth(
  { onDay, shortMonths }: RecurringSchedule,
  firstDay: number,
  [year, month]: [number, number],
): number | undefined {
  const first = dayNumber(Date.UTC(year, month, 1))
  const last = dayNumber(Date.UTC(year, month + 1, 0))
  if (onDay === 'last_day') return last
  const wanted = new Date(firstDay * DAY).getUTCDate()
  if (onDay === 'day_of_month') {
    if (first + wanted - 1 <= last) return first + wanted - 1
    return shortMonths === 'last_day' ? last : undefined
  }
  const weekday = weekdayOf(firstDay)
  const nth = nthOf(wanted)
  if (nth === 5) return last - ((weekdayOf(last) - weekday + 7) % 7)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7
}

/** Returns which weekday of its month a day is: 1 to 4, or 5 for the last. */
export function nthOf(dayOfMonth: number): number {
  return Math.ceil(dayOfMonth / 7)
}

const dayNumber = (ms: number) => Math.floor(ms / DAY)
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
/** 0 is Monday; 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7
const mondayOf = (day: number) => day - weekdayOf(day)

/** Returns the weekdays of a weekly series in order; 0 is Monday. */
export function weekdaysOf({ weekdays, start }: RecurringSchedule): number[] {
  if (weekdays.length === 0) return [weekdayOf(dayNumber(asUtc(start)))]
  return [...new Set(weekdays)].map((weekday) => WEEKDAYS.indexOf(weekday)).sort((a, b) => a - b)
}

/**
 * Checks what the fields of a new schedule say together; returns an error for each wrong field. A start that the
 * schedule had before may have passed.
 */
export function checkSchedule(schedule: Schedule, now: Date, before?: Schedule): Record<string, LocalizedText> {
  if (schedule.mode === 'now') return {}
  if (schedule.mode === 'once') return checkOnce(instantOf(schedule.at, schedule.timeZone).getTime(), now.getTime())
  const { start, timeZone, end, skipDates } = schedule
  const isSameStart = before?.mode === 'recurring' && before.start === start && before.timeZone === timeZone
  if (!isSameStart && isPast(instantOf(start, timeZone).getTime(), now.getTime())) return { start: PAST }
  if (end.type === 'on' && end.date < start.slice(0, 10))
    return { 'end.date': msg({ message: 'Choose a date after the start.' }) }
  // Something due this minute still counts.
  const since = new Date(now.getTime() - MINUTE)
  if (occurrencesAfter(schedule, since, 1).length > 0) return {}
  const isSkipped = skipDates.length > 0 && occurrencesAfter({ ...schedule, skipDates: [] }, since, 1).length > 0
  return isSkipped
    ? { skipDates: msg({ message: 'All dates are skipped. Keep at least one.' }) }
    : {
        [`end${end.type === 'on' ? '.date' : ''}`]: msg({
          message: 'There is no date before the end. Choose a later end.',
        }),
      }
}

const PAST = msg({ message: 'Choose a time in the future.' })

function checkOnce(at: number, now: number): Record<string, LocalizedText> {
  if (isPast(at, now)) return { at: PAST }
  return at > now + ONCE_AHEAD_MS ? { at: msg({ message: 'Choose a time within a year.' }) } : {}
}

/** The current minute is not over yet. */
function isPast(at: number, now: number): boolean {
  return at + MINUTE <= now
}
