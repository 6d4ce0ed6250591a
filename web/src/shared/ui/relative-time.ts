const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface TimeContext {
  now: Date
  locale: string
  /** IANA zone people see; the browser's when absent. */
  timeZone?: string
}

function dayNumber(moment: Date, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment)
  return Math.round(Date.parse(`${parts}T00:00:00Z`) / 86_400_000)
}

function yearOf(moment: Date, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric' }).format(moment)
}

/**
 * "2m" within the hour, "9:41 AM" today, "Mon" within the week, "3 Mar" this year, else "3 Mar 2025"; the future never gets minutes, but the next
 * minute counts as now: clocks differ, and a text that can be undone goes in seconds.
 */
export function shortTime(moment: Date, { now, locale, timeZone }: TimeContext): string {
  const ageMs = now.getTime() - moment.getTime()
  if (ageMs > -minuteMs && ageMs < hourMs) {
    const minutes = Math.max(1, Math.floor(ageMs / minuteMs))
    return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'narrow' }).format(minutes)
  }
  const days = dayNumber(now, timeZone) - dayNumber(moment, timeZone)
  if (days === 0) return new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(moment)
  if (Math.abs(days) < 7) return new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' }).format(moment)
  const isThisYear = yearOf(now, timeZone) === yearOf(moment, timeZone)
  const parts = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short' }).formatToParts(moment)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  // Day before month in every language: 3 Mar cannot be misread as a number pair.
  const dayAndMonth = `${part('day')} ${part('month')}`
  return isThisYear ? dayAndMonth : `${dayAndMonth} ${yearOf(moment, timeZone)}`
}

/** The whole moment with weekday and zone, for tooltips: "Friday, November 20, 2026 at 9:41 AM EST". */
export function fullTime(moment: Date, { locale, timeZone }: Omit<TimeContext, 'now'>): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(moment)
}

/** How long the short form stays true, in ms; the next moment it must be drawn again. */
export function staysTrueMs(moment: Date, now: Date): number {
  const ageMs = now.getTime() - moment.getTime()
  return ageMs >= 0 && ageMs < hourMs ? minuteMs - (ageMs % minuteMs) : 10 * minuteMs
}
