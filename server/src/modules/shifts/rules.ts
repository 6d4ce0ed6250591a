import type { ShiftChoice, ShiftHours } from '@crewline/contract/shifts'
import { Temporal } from 'temporal-polyfill'

/** The keys of weekdays in the order of ISO 8601, Monday first. */
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Days to look at: yesterday, whose shift may end today, until the same weekday of the week after next. */
const DAYS_BEFORE = 1
const DAYS_AFTER = 8

/**
 * Returns when the next of these shifts starts for a person who is off shift at this moment, or null when they are on
 * shift or no shift has a working day. Starts and ends are in the local time of the zone: in a skipped hour they move
 * later by the gap, and in a repeated hour the first occurrence counts.
 */
export function nextShiftStart(moment: Date, zone: string, shifts: readonly ShiftHours[]): Date | null {
  const today = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  let next: Date | null = null
  for (let days = -DAYS_BEFORE; days <= DAYS_AFTER; days += 1) {
    const day = today.add({ days })
    for (const hours of shifts) {
      const turn = turnOn(day, zone, hours)
      if (!turn) continue
      if (turn.start <= moment && moment < turn.end) return null
      if (turn.start > moment && (!next || turn.start < next)) next = turn.start
    }
  }
  return next
}

/** Returns what decides the working hours of a contact, as stored. */
export function choiceOf({ hasChoice, shiftId }: { hasChoice: boolean; shiftId: string | null }): ShiftChoice {
  if (!hasChoice) return { kind: 'groups' }
  return shiftId === null ? { kind: 'any_time' } : { kind: 'shift', shiftId }
}

/** A choice as the audit log shows it: with the name of the shift. */
export function namedChoice(choice: ShiftChoice, names: ReadonlyMap<string, string>) {
  return { workingHours: choice.kind, shift: choice.kind === 'shift' ? (names.get(choice.shiftId) ?? null) : null }
}

/** Returns how a choice is stored: null for any time, undefined when the groups of the contact decide. */
export function shiftIdOf(choice: ShiftChoice): string | null | undefined {
  if (choice.kind === 'shift') return choice.shiftId
  return choice.kind === 'any_time' ? null : undefined
}

/** Returns the shift that starts on a day, if it is a working day. */
function turnOn(day: Temporal.PlainDate, zone: string, hours: ShiftHours): { start: Date; end: Date } | undefined {
  const weekday = WEEKDAYS[day.dayOfWeek - 1]
  const span = weekday && hours[weekday]
  if (!span) return undefined
  const [from, to] = [Temporal.PlainTime.from(span.from), Temporal.PlainTime.from(span.to)]
  const lastDay = Temporal.PlainTime.compare(to, from) > 0 ? day : day.add({ days: 1 })
  const at = (date: Temporal.PlainDate, time: Temporal.PlainTime) =>
    new Date(date.toPlainDateTime(time).toZonedDateTime(zone).epochMilliseconds)
  return { start: at(day, from), end: at(lastDay, to) }
}
