import type { OrganizationSettings, Weekday } from '@crewline/contract/organizations'
import { Temporal } from 'temporal-polyfill'

const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * Whether somebody is there to answer at this moment, on the organization's clocks. Hours that end before they begin run
 * into the next day; hours that end when they begin are a whole day.
 */
export function isOpen(moment: Date, zone: string, hours: OrganizationSettings['businessHours']): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const today = hours[dayOf(local.dayOfWeek)]
  if (today && clock >= today.from && (clock < today.to || today.to <= today.from)) return true
  const yesterday = hours[dayOf(local.dayOfWeek - 1)]
  return yesterday !== undefined && yesterday.to <= yesterday.from && clock < yesterday.to
}

/** Monday is 1; 0 is the Sunday before. */
function dayOf(isoDay: number): Weekday {
  return WEEKDAYS[(isoDay + 6) % 7] as Weekday
}
