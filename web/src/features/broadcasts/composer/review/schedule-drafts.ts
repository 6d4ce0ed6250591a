import { daysAfter, dayIn } from '@crewline/contract/calendar'
import type { RecurringSchedule, Schedule } from '@crewline/contract/schedule'

export type OnceSchedule = Extract<Schedule, { mode: 'once' }>
export type PlannedSchedule = OnceSchedule | RecurringSchedule

/** The local date and time a schedule begins with; undefined for one that starts right away. */
export function startOf(schedule: Schedule): string | undefined {
  if (schedule.mode === 'now') return undefined
  return schedule.mode === 'once' ? schedule.at : schedule.start
}

/** Returns a schedule of another mode that keeps date, time and zone; by default tomorrow at 9:00 AM. */
export function withMode(schedule: Schedule, mode: Schedule['mode'], home: { timeZone: string; now: Date }): Schedule {
  if (mode === 'now') return { mode }
  const start = startOf(schedule) ?? `${daysAfter(dayIn(home.timeZone, home.now), 1)}T09:00`
  const zone =
    schedule.mode === 'now'
      ? { timeZone: home.timeZone, inContactZone: false }
      : { timeZone: schedule.timeZone, inContactZone: schedule.inContactZone }
  if (mode === 'once') return { mode, at: start, ...zone }
  return {
    mode,
    start,
    ...zone,
    frequency: 'weekly',
    interval: 1,
    weekdays: [],
    onDay: 'day_of_month',
    shortMonths: 'last_day',
    end: { type: 'never' },
    skipDates: [],
  }
}

/** Moves a schedule to another date or time; incomplete input changes nothing. */
export function withStart(
  schedule: PlannedSchedule,
  { date, time }: { date?: string; time?: string },
): PlannedSchedule {
  const [oldDate = '', oldTime = ''] = (startOf(schedule) ?? '').split('T')
  const next = `${date ?? oldDate}T${(time ?? oldTime).slice(0, 5)}`
  if (!/^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(next)) return schedule
  return schedule.mode === 'once' ? { ...schedule, at: next } : { ...schedule, start: next }
}

/** Adds or removes a date that a series leaves out. */
export function withSkipped(schedule: RecurringSchedule, date: string, isSkipped: boolean): RecurringSchedule {
  const others = schedule.skipDates.filter((other) => other !== date)
  return { ...schedule, skipDates: isSkipped ? [...others, date].sort() : others }
}
