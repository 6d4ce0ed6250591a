// Schedules in words: "Every Monday at 6:30 AM, until Mar 1, 2027".
import { formatDate, formatDay, formatList } from './formats.ts'
import { msg, type LocalizedText, type TextValues } from './localized-text.ts'
import { nthOf, weekdaysOf } from './schedule-rules.ts'
import type { RecurringSchedule, Schedule } from './schedule.ts'

/** Writes texts in one language: `localize` on the server, `i18n._` in the web app. */
export interface TextWriter {
  language: string
  write: (text: LocalizedText) => string
}

// Values are added when a text is written: the web build keeps only the ids of texts.
const NOW = msg({ message: 'Right away' })
const LOCAL_TIME = msg({ message: "{schedule} (each contact's local time)" })
const AT = msg({ message: '{days} at {time}' })
const AT_UNTIL = msg({ message: '{days} at {time}, until {date}' })
const AT_TIMES = msg({ message: '{days} at {time}, {count, plural, one {once} other {# times}}' })

const DAYS = msg({ message: '{interval, plural, one {Every day} other {Every # days}}' })
const WORKDAYS = msg({ message: 'Every weekday' })
const WEEKS = msg({ message: '{interval, plural, one {Every {days}} other {Every # weeks on {days}}}' })

const MONTHS_DAY = msg({
  message: '{interval, plural, one {On day {day} of every month} other {Every # months on day {day}}}',
})
const MONTHS_DAY_OR_LAST = msg({
  message:
    '{interval, plural, one {On day {day} (or the last day) of every month} other {Every # months on day {day} (or the last day)}}',
})
const MONTHS_DAY_IF_ANY = msg({
  message:
    '{interval, plural, one {On day {day} of every month that has one} other {Every # months on day {day}, if there is one}}',
})
const MONTHS_LAST_DAY = msg({
  message: '{interval, plural, one {On the last day of every month} other {Every # months on the last day}}',
})
const MONTHS_WEEKDAY = msg({
  message:
    '{interval, plural, one {On the {nth, select, n1 {first} n2 {second} n3 {third} n4 {fourth} other {last}} {weekday} of every month} other {Every # months on the {nth, select, n1 {first} n2 {second} n3 {third} n4 {fourth} other {last}} {weekday}}}',
})

const YEARS_DATE = msg({ message: '{interval, plural, one {Every year} other {Every # years}} on {date}' })
const YEARS_DATE_OR_BEFORE = msg({
  message: '{interval, plural, one {Every year} other {Every # years}} on {date} (or the day before)',
})
const YEARS_DATE_IF_ANY = msg({
  message: '{interval, plural, one {Every year} other {Every # years}} on {date} (leap years only)',
})
const YEARS_LAST_DAY = msg({
  message: '{interval, plural, one {Every year} other {Every # years}} on the last day of {month}',
})
const YEARS_WEEKDAY = msg({
  message:
    '{interval, plural, one {Every year} other {Every # years}} on the {nth, select, n1 {first} n2 {second} n3 {third} n4 {fourth} other {last}} {weekday} of {month}',
})

/** Describes a schedule in words. Leaves out skipped dates, and the time zone unless it is that of each contact. */
export function describeSchedule(schedule: Schedule, { language, write }: TextWriter): string {
  if (schedule.mode === 'now') return write(NOW)
  const words =
    schedule.mode === 'once'
      ? formatLocal(schedule.at, 'dateTime', language)
      : write(seriesText(schedule, write(daysText(schedule, language)), language))
  return schedule.inContactZone ? write(withValues(LOCAL_TIME, { schedule: words })) : words
}

function withValues(text: LocalizedText, values: TextValues): LocalizedText {
  return { ...text, values }
}

/** A local time has no zone: it is formatted in UTC, where no clock change moves it. */
function formatLocal(local: string, shape: 'dateTime' | 'time', language: string): string {
  return formatDate(`${local}Z`, shape, language, 'UTC')
}

function seriesText({ start, end }: RecurringSchedule, days: string, language: string): LocalizedText {
  const values = { days, time: formatLocal(start, 'time', language) }
  if (end.type === 'never') return withValues(AT, values)
  return end.type === 'on'
    ? withValues(AT_UNTIL, { ...values, date: formatDay(end.date, 'date', language) })
    : withValues(AT_TIMES, { ...values, count: end.count })
}

function daysText(schedule: RecurringSchedule, language: string): LocalizedText {
  const { frequency, interval } = schedule
  if (frequency === 'daily') return withValues(DAYS, { interval })
  if (frequency === 'weekly') return weeksText(schedule, language)
  return frequency === 'monthly' ? monthsText(schedule, language) : yearsText(schedule, language)
}

function weeksText(schedule: RecurringSchedule, language: string): LocalizedText {
  const { interval } = schedule
  const days = weekdaysOf(schedule)
  if (interval === 1 && days.length === 7) return withValues(DAYS, { interval })
  if (interval === 1 && days.join('') === '01234') return WORKDAYS
  const shape = days.length === 1 ? 'longWeekday' : 'weekday'
  const names = days.map((day) => weekdayName(day, shape, language))
  return withValues(WEEKS, { interval, days: formatList(names, language) })
}

function monthsText({ start, interval, onDay, shortMonths }: RecurringSchedule, language: string): LocalizedText {
  if (onDay === 'last_day') return withValues(MONTHS_LAST_DAY, { interval })
  if (onDay === 'nth_weekday') return withValues(MONTHS_WEEKDAY, { interval, ...nthWeekday(start, language) })
  const values = { interval, day: Number(start.slice(8, 10)) }
  if (values.day < 29) return withValues(MONTHS_DAY, values)
  return withValues(shortMonths === 'skip' ? MONTHS_DAY_IF_ANY : MONTHS_DAY_OR_LAST, values)
}

function yearsText({ start, interval, onDay, shortMonths }: RecurringSchedule, language: string): LocalizedText {
  const month = formatDay(start.slice(0, 10), 'monthName', language)
  if (onDay === 'last_day') return withValues(YEARS_LAST_DAY, { interval, month })
  if (onDay === 'nth_weekday') return withValues(YEARS_WEEKDAY, { interval, ...nthWeekday(start, language), month })
  const values = { interval, date: formatDay(start.slice(5, 10), 'longDay', language) }
  if (!start.includes('-02-29')) return withValues(YEARS_DATE, values)
  return withValues(shortMonths === 'skip' ? YEARS_DATE_IF_ANY : YEARS_DATE_OR_BEFORE, values)
}

function nthWeekday(start: string, language: string): { nth: string; weekday: string } {
  return {
    nth: `n${nthOf(Number(start.slice(8, 10)))}`,
    weekday: formatDay(start.slice(0, 10), 'longWeekday', language),
  }
}

/** 0 is Monday; January 1, 2024 was one. */
function weekdayName(day: number, shape: 'weekday' | 'longWeekday', language: string): string {
  return formatDay(`2024-01-0${day + 1}`, shape, language)
}
