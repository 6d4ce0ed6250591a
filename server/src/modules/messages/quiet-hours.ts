import type { OrganizationSettings } from '@crewline/contract/organizations'
import { Temporal } from 'temporal-polyfill'

/** The hours in which no text goes, on the clocks where a worker is. */
export type Night = Pick<OrganizationSettings['quietHours'], 'start' | 'end'>

/** A worker who wrote gets answers for this long, in ms, also at night: they are awake and asked. */
export const ANSWER_AT_NIGHT_MS = 30 * 60_000

/** The carriers' day begins and ends here: their daily limits are counted in this zone (Twilio error 30023). */
const CARRIER_ZONE = 'America/Los_Angeles'

/**
 * When the night that holds this moment ends, or null when it is day there. An end that the clocks skip comes as much
 * later; of an end that they show twice the first is meant, unless it has passed.
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

/** When the worker's next night ends after this moment; for what should come the next morning. */
export function nextMorning(moment: Date, zone: string, night: Night): Date {
  const now = nightEnd(moment, zone, night)
  if (now) return now
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  const to = Temporal.PlainTime.from(night.end)
  const today = after(moment, local.toPlainDate().toPlainDateTime(to), zone)
  return today > moment ? today : after(moment, local.toPlainDate().add({ days: 1 }).toPlainDateTime(to), zone)
}

/** When the carriers' next day begins. */
export function nextCarrierDay(moment: Date): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(CARRIER_ZONE)
  return new Date(local.startOfDay().add({ days: 1 }).startOfDay().epochMilliseconds)
}

function after(moment: Date, wall: Temporal.PlainDateTime, zone: string): Date {
  const first = wall.toZonedDateTime(zone).epochMilliseconds
  if (first > moment.getTime()) return new Date(first)
  return new Date(wall.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds)
}
