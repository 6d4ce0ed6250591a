import type { OrganizationSettings } from '@crewline/contract/organizations'
import { Temporal } from 'temporal-polyfill'

/** The hours in which no messages are sent, in the local time of the contact; weekdays may have hours of their own. */
export type Night = Pick<OrganizationSettings['quietHours'], 'start' | 'end' | 'days'>

/** The keys of weekdays in the order of ISO 8601, Monday first. */
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** More quiet spans in a row than a week has mean settings without a moment to send. */
const SPANS_MAX = 16

/**
 * A contact who sent a message can get replies for this long, in ms, even at night: they are awake and expect an
 * answer.
 */
export const ANSWER_AT_NIGHT_MS = 30 * 60_000

/** The zone of the carrier day, in which daily limits are counted (Twilio error 30023). */
const CARRIER_ZONE = 'America/Los_Angeles'

/**
 * Returns the end of the night that contains this moment, or null by day. A night over midnight ends by the hours of the
 * next weekday. An end in a skipped hour moves later by the gap; in a repeated hour the first occurrence counts unless it
 * has passed.
 */
export function nightEnd(moment: Date, zone: string, night: Night): Date | null {
  let end: Date | null = null
  for (let spans = 0; spans < SPANS_MAX; spans += 1) {
    const next = spanEnd(end ?? moment, zone, night)
    if (!next) break
    end = next
  }
  return end
}

/** Returns when the quiet span of this moment ends, at midnight at the latest, or null outside of one. */
function spanEnd(moment: Date, zone: string, night: Night): Date | null {
  const local = localAt(moment, zone)
  const { from, to } = hoursOf(local, night)
  const clock = local.toPlainTime()
  const afterStart = Temporal.PlainTime.compare(clock, from) >= 0
  const beforeEnd = Temporal.PlainTime.compare(clock, to) < 0
  const isAllDay = Temporal.PlainTime.compare(from, to) === 0
  const overMidnight = isAllDay || Temporal.PlainTime.compare(from, to) > 0
  if (overMidnight ? beforeEnd : afterStart && beforeEnd)
    return after(moment, local.toPlainDate().toPlainDateTime(to), zone)
  if (!overMidnight || !afterStart) return null
  return new Date(local.startOfDay().add({ days: 1 }).startOfDay().epochMilliseconds)
}

/** Returns the end of the current or next night after this moment, for what should be sent the next morning. */
export function nextMorning(moment: Date, zone: string, night: Night): Date {
  const now = nightEnd(moment, zone, night)
  if (now) return now
  const local = localAt(moment, zone)
  const endOf = (days: number) => {
    const day = local.toPlainDate().add({ days })
    return after(moment, day.toPlainDateTime(hoursOf(day, night).to), zone)
  }
  const today = endOf(0)
  const morning = today > moment ? today : endOf(1)
  // A day may be quiet as a whole.
  return nightEnd(morning, zone, night) ?? morning
}

function localAt(moment: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
}

/** Returns the quiet hours of the weekday of a date. */
function hoursOf(
  { dayOfWeek }: { dayOfWeek: number },
  night: Night,
): { from: Temporal.PlainTime; to: Temporal.PlainTime } {
  const day = WEEKDAYS[dayOfWeek - 1]
  const { start, end } = (day && night.days?.[day]) ?? night
  return { from: Temporal.PlainTime.from(start), to: Temporal.PlainTime.from(end) }
}

/** Returns the start of the next carrier day. */
export function nextCarrierDay(moment: Date): Date {
  const local = localAt(moment, CARRIER_ZONE)
  return new Date(local.startOfDay().add({ days: 1 }).startOfDay().epochMilliseconds)
}

function after(moment: Date, local: Temporal.PlainDateTime, zone: string): Date {
  const first = local.toZonedDateTime(zone).epochMilliseconds
  if (first > moment.getTime()) return new Date(first)
  return new Date(local.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds)
}
