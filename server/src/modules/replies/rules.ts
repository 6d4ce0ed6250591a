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

/** Days after which hours repeat, with one to spare for clocks that change. */
const LOOK_AHEAD_DAYS = 8

/** When somebody comes or goes next, to the minute; undefined where that never changes. */
export function nextChange(moment: Date, zone: string, hours: OrganizationSettings['businessHours']): Date | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  const clocks = new Set(Object.values(hours).flatMap(({ from, to }) => [from, to]))
  if (clocks.size === 0) return undefined
  const shift = local.getTimeZoneTransition('next')
  const edges = Array.from({ length: LOOK_AHEAD_DAYS + 1 }, (_, day) =>
    [...clocks].flatMap((clock) => {
      const at = local.toPlainDate().add({ days: day }).toPlainDateTime(Temporal.PlainTime.from(clock))
      // A clock that shows a time twice may open or close at both.
      return (['earlier', 'later'] as const).map(
        (disambiguation) => at.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
      )
    }),
  ).flat()
  const isNow = isOpen(moment, zone, hours)
  const next = [...edges, ...(shift ? [shift.epochMilliseconds] : [])]
    .filter((edge) => edge > moment.getTime())
    .sort((one, other) => one - other)
    .find((edge) => isOpen(new Date(edge), zone, hours) !== isNow)
  return next === undefined ? undefined : new Date(next)
}

/** Monday is 1; 0 is the Sunday before. */
function dayOf(isoDay: number): Weekday {
  return WEEKDAYS[(isoDay + 6) % 7] as Weekday
}
