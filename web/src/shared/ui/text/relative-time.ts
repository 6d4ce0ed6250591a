const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface TimeContext {
  now: Date
  locale: string
  /** IANA zone for display; the browser's when absent. */
  timeZone?: string | undefined
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format costs a hundred times as much as using it, and a list shows many times. */
function formatOf(locale: string, shape: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(shape)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, shape)
  formats.set(key, format)
  return format
}

/** Returns the calendar day of a moment in a time zone, as a day count, and its year. */
function dayOf(moment: Date, timeZone: string | undefined): { day: number; year: number } {
  const [year, month, date] = (
    timeZone
      ? formatOf('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
          .format(moment)
          .split('-')
          .map(Number)
      : [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  ) as [number, number, number]
  return { day: Date.UTC(year, month - 1, date) / 86_400_000, year }
}

/**
 * Formats "2m" within the hour, "9:41 AM" today, "Mon" within the week, "3 Mar" this year, else "3 Mar 2025". Future
 * times are never in minutes, except that the next minute counts as now, because clocks differ and a message in its
 * undo delay is sent within seconds.
 */
export function shortTime(moment: Date, { now, locale, timeZone }: TimeContext): string {
  const ageMs = now.getTime() - moment.getTime()
  if (ageMs > -minuteMs && ageMs < hourMs) {
    const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'narrow' })
    return minutes.format(Math.max(1, Math.floor(ageMs / minuteMs)))
  }
  const [today, then] = [dayOf(now, timeZone), dayOf(moment, timeZone)]
  const days = today.day - then.day
  if (days === 0) return formatOf(locale, { timeZone, timeStyle: 'short' }).format(moment)
  if (Math.abs(days) < 7) return formatOf(locale, { timeZone, weekday: 'short' }).format(moment)
  const parts = formatOf(locale, { timeZone, day: 'numeric', month: 'short' }).formatToParts(moment)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  // Day before month in every language: 3 Mar cannot be misread as a number pair.
  const dayAndMonth = `${part('day')} ${part('month')}`
  return today.year === then.year ? dayAndMonth : `${dayAndMonth} ${then.year}`
}

/** Formats the full time with weekday and zone, for tooltips: "Friday, November 20, 2026 at 9:41 AM EST". */
export function fullTime(moment: Date, { locale, timeZone }: Omit<TimeContext, 'now'>): string {
  return formatOf(locale, {
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

/** Returns how long the short form stays accurate, in ms, until it must be rendered again. */
export function validForMs(moment: Date, now: Date): number {
  const ageMs = now.getTime() - moment.getTime()
  return ageMs >= 0 && ageMs < hourMs ? minuteMs - (ageMs % minuteMs) : 10 * minuteMs
}
