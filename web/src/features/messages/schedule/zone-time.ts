// Local times in the zone of a contact, computed only with browser APIs.
import { localTimeAt, type LocalTime } from '@crewline/contract/calendar'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

function aheadOfUtcMs(zone: string, ms: number): number {
  const { year, month, day, hour, minute } = localTimeAt(zone, new Date(ms))
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(ms / MINUTE) * MINUTE
}

/**
 * Converts local time in a zone to an instant; days beyond the month roll over. A time in a skipped hour moves later by
 * that hour.
 */
export function momentOf(
  zone: string,
  { year, month, day, hour, minute }: Pick<LocalTime, 'year' | 'month' | 'day' | 'hour' | 'minute'>,
): Date {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  const before = aheadOfUtcMs(zone, asUtc - 24 * HOUR)
  const first = asUtc - before
  // The offset of the day before applies unless the clocks changed since; for a time that occurs twice it gives the
  // first one.
  if (aheadOfUtcMs(zone, first) === before) return new Date(first)
  const second = asUtc - aheadOfUtcMs(zone, first)
  return new Date(aheadOfUtcMs(zone, second) === asUtc - second ? second : first)
}

/** An offered time to send later. */
export interface LaterTime {
  key: 'hour' | 'morning' | 'tomorrow' | 'monday'
  at: Date
}

const morningHour = 8

/**
 * Returns the offered times: in one hour, or at the end of the night if it would be night there by then; tomorrow at
 * 8:00 AM local time; and Monday at 8:00 AM local time unless that is tomorrow.
 */
export function laterTimes(zone: string, now: Date, night?: Night): LaterTime[] {
  const { year, month, day, weekday } = localTimeAt(zone, now)
  const toMonday = (8 - weekday) % 7 || 7
  const morning = (days: number) => momentOf(zone, { year, month, day: day + days, hour: morningHour, minute: 0 })
  const hour = new Date(Math.ceil((now.getTime() + HOUR) / MINUTE) * MINUTE)
  const dawn = night ? nightEnd(zone, hour, night) : null
  const first: LaterTime = dawn ? { key: 'morning', at: dawn } : { key: 'hour', at: hour }
  return [
    ...(first.at.getTime() === morning(1).getTime() ? [] : [first]),
    { key: 'tomorrow', at: morning(1) },
    ...(toMonday > 1 ? [{ key: 'monday' as const, at: morning(toMonday) }] : []),
  ]
}

/** The local start and end times of the night; weekdays may have their own. */
export interface Night {
  start: string
  end: string
  days?:
    | Partial<Record<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun', { start: string; end: string }>>
    | undefined
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
/** More quiet spans in a row than a week has mean hours without a moment to send. */
const spansMax = 16

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Returns when the night that contains this instant ends in a zone; null by day. A night over midnight ends by the hours
 * of the next weekday. The server decides; here it only makes the morning the default.
 */
export function nightEnd(zone: string, now: Date, night: Night): Date | null {
  let end: Date | null = null
  for (let spans = 0; spans < spansMax; spans += 1) {
    const next = spanEnd(zone, end ?? now, night)
    if (!next) break
    end = next
  }
  return end
}

/** Returns when the quiet span of this instant ends, at midnight at the latest; null outside of one. */
function spanEnd(zone: string, now: Date, night: Night): Date | null {
  const localTime = localTimeAt(zone, now)
  const weekday = weekdays[(localTime.weekday + 6) % 7]
  const hours = (weekday && night.days?.[weekday]) ?? night
  const clock = localTime.hour * 60 + localTime.minute
  const [start, end] = [minutesOf(hours.start), minutesOf(hours.end)]
  // Midnight twice is a day that is quiet as a whole.
  const isOverMidnight = start >= end
  if (isOverMidnight ? clock < end : clock >= start && clock < end)
    return momentOf(zone, { ...localTime, hour: Math.floor(end / 60), minute: end % 60 })
  if (!isOverMidnight || clock < start) return null
  return momentOf(zone, { ...localTime, day: localTime.day + 1, hour: 0, minute: 0 })
}

/** Converts the date and time fields of a form to an instant in a zone; undefined while either is incomplete. */
export function chosenMoment(zone: string, date: string, time: string): Date | undefined {
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day || !/^\d\d:\d\d/.test(time)) return undefined
  const minutes = minutesOf(time.slice(0, 5))
  return momentOf(zone, { year, month, day, hour: Math.floor(minutes / 60), minute: minutes % 60 })
}

/** Formats an instant for the date and time fields of a form in a zone. */
export function fieldsOf(zone: string, at: Date): { date: string; time: string } {
  const { year, month, day, hour, minute } = localTimeAt(zone, at)
  const two = (number: number) => String(number).padStart(2, '0')
  return { date: `${year}-${two(month)}-${two(day)}`, time: `${two(hour)}:${two(minute)}` }
}
