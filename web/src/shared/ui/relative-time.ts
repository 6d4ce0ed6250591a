const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface TimeContext {
  now: Date
  locale: string
  /** IANA zone people see; the browser's when absent. */
  timeZone?: string
}

type Shape = 'day' | 'time' | 'weekday' | 'dayAndMonth' | 'full'

const shapes: Record<Shape, Intl.DateTimeFormatOptions> = {
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  time: { timeStyle: 'short' },
  weekday: { weekday: 'short' },
  dayAndMonth: { day: 'numeric', month: 'short' },
  full: {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs a hundred times as much as using it, and a list shows many moments. */
function formatOf(locale: string, timeZone: string | undefined, shape: Shape): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone ?? ''} ${shape}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { timeZone, ...shapes[shape] })
  formats.set(key, made)
  return made
}

const minutesIn = new Map<string, Intl.NumberFormat>()

function minutesOf(locale: string): Intl.NumberFormat {
  const made =
    minutesIn.get(locale) ?? new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'narrow' })
  minutesIn.set(locale, made)
  return made
}

/** The calendar day of a moment in a zone, counted in days, and its year. */
function dayOf(moment: Date, timeZone: string | undefined): { day: number; year: number } {
  const [year = 0, month = 1, date = 1] =
    timeZone === undefined
      ? [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
      : formatOf('en-CA', timeZone, 'day').format(moment).split('-').map(Number)
  return { day: Math.round(Date.UTC(year, month - 1, date) / 86_400_000), year }
}

/**
 * "2m" within the hour, "9:41 AM" today, "Mon" within the week, "3 Mar" this year, else "3 Mar 2025"; the future never gets minutes, but the next
 * minute counts as now: clocks differ, and a text that can be undone goes in seconds.
 */
export function shortTime(moment: Date, { now, locale, timeZone }: TimeContext): string {
  const ageMs = now.getTime() - moment.getTime()
  if (ageMs > -minuteMs && ageMs < hourMs) {
    const minutes = Math.max(1, Math.floor(ageMs / minuteMs))
    return minutesOf(locale).format(minutes)
  }
  const [today, then] = [dayOf(now, timeZone), dayOf(moment, timeZone)]
  const days = today.day - then.day
  if (days === 0) return formatOf(locale, timeZone, 'time').format(moment)
  if (Math.abs(days) < 7) return formatOf(locale, timeZone, 'weekday').format(moment)
  const parts = formatOf(locale, timeZone, 'dayAndMonth').formatToParts(moment)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  // Day before month in every language: 3 Mar cannot be misread as a number pair.
  const dayAndMonth = `${part('day')} ${part('month')}`
  return today.year === then.year ? dayAndMonth : `${dayAndMonth} ${then.year}`
}

/** The whole moment with weekday and zone, for tooltips: "Friday, November 20, 2026 at 9:41 AM EST". */
export function fullTime(moment: Date, { locale, timeZone }: Omit<TimeContext, 'now'>): string {
  return formatOf(locale, timeZone, 'full').format(moment)
}

/** How long the short form stays true, in ms; the next moment it must be drawn again. */
export function staysTrueMs(moment: Date, now: Date): number {
  const ageMs = now.getTime() - moment.getTime()
  return ageMs >= 0 && ageMs < hourMs ? minuteMs - (ageMs % minuteMs) : 10 * minuteMs
}
