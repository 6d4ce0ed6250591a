import type { OrganizationSettings } from '@crewline/contract/organizations'
import { Temporal } from 'temporal-polyfill'

/** The hours in which no messages are sent, in the local time of the contact. */
export type Night = Pick<OrganizationSettings['quietHours'], 'start' | 'end'>

/**
 * A contact who sent a message can get replies for this long, in ms, even at night: they are awake and expect an
 * answer.
 */
export const ANSWER_AT_NIGHT_MS = 30 * 60_000

/** The zone of the carrier day, in which daily limits are counted (Twilio error 30023). */
const CARRIER_ZONE = 'America/Los_Angeles'

/**
 * Returns the end of the night that contains this moment, or null by day. An end in a skipped hour moves later by the
 * gap; in a repeated hour the first occurrence counts unless it has passed.
 */
export function nightEnd(moment: Date, zone: string, { start, end }: Night): Date | null {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  const clock = local.toPlainTime()
  const from = Temporal.PlainTime.from(start)
  const to = Temporal.PlainTime.from(end)
  const afterStart = Temporal.PlainTime.compare(clock, from) >= 0
  const beforeEnd = Temporal.PlainTime.compare(clock, to) < 0
  const overMidnight = Temporal.PlainTime.compare(from, to) > 0
  const isNight = overMidnight ? afterStart || beforeEnd : afterStart && beforeEnd
  if (!isNight) return null
  const day = beforeEnd ? local.toPlainDate() : local.toPlainDate().add({ days: 1 })
  return after(moment, day.toPlainDateTime(to), zone)
}

/** Returns the end of the current or next night after this moment, for what should be sent the next morning. */
export function nextMorning(moment: Date, zone: string, night: Night): Date {
  const now = nightEnd(moment, zone, night)
  if (now) return now
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  const to = Temporal.PlainTime.from(night.end)
  const today = after(moment, local.toPlainDate().toPlainDateTime(to), zone)
  return today > moment ? today : after(moment, local.toPlainDate().add({ days: 1 }).toPlainDateTime(to), zone)
}

/** Returns the start of the next carrier day. */
export function nextCarrierDay(moment: Date): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(CARRIER_ZONE)
  return new Date(local.startOfDay().add({ days: 1 }).startOfDay().epochMilliseconds)
}

function after(moment: Date, local: Temporal.PlainDateTime, zone: string): Date {
  const first = local.toZonedDateTime(zone).epochMilliseconds
  if (first > moment.getTime()) return new Date(first)
  return new Date(local.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds)
}
