import { dayIn, deviceZone } from '@crewline/contract/calendar'
import { formatDate, formatRelative, formatUnit } from '@crewline/contract/formats'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export interface TimeContext {
  now: Date
  locale: string
  /** IANA zone for display; the browser's when absent. */
  timeZone?: string | undefined
}

/**
 * Formats "now" within the minute, "2m" within the hour, "9:41 AM" today, "Mon" within the week, "Mar 3" this year, else
 * "Mar 3, 2025". The next minute counts as now too, because clocks differ and a message in its undo delay is sent within
 * seconds.
 */
export function shortTime(moment: Date, { now, locale, timeZone = deviceZone() }: TimeContext): string {
  const ageMs = now.getTime() - moment.getTime()
  if (Math.abs(ageMs) < minuteMs) return formatRelative(0, 'second', locale)
  if (ageMs > 0 && ageMs < hourMs) return formatUnit(Math.floor(ageMs / minuteMs), 'minute', locale)
  const [today, then] = [dayIn(timeZone, now), dayIn(timeZone, moment)]
  if (then === today) return formatDate(moment, 'time', locale, timeZone)
  if (Math.abs(Date.parse(today) - Date.parse(then)) < 7 * dayMs) return formatDate(moment, 'weekday', locale, timeZone)
  return formatDate(moment, today.slice(0, 4) === then.slice(0, 4) ? 'day' : 'date', locale, timeZone)
}

/** Formats the full time with weekday and zone, for tooltips: "Friday, November 20, 2026 at 9:41 AM EST". */
export function fullTime(moment: Date, { locale, timeZone }: Omit<TimeContext, 'now'>): string {
  return formatDate(moment, 'fullWithZone', locale, timeZone)
}

/** Returns how long the short form stays accurate, in ms, until it must be rendered again. */
export function validForMs(moment: Date, now: Date): number {
  const ageMs = now.getTime() - moment.getTime()
  return ageMs >= 0 && ageMs < hourMs ? minuteMs - (ageMs % minuteMs) : 10 * minuteMs
}
