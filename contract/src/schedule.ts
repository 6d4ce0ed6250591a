import { z } from 'zod'
import { SCHEDULE_INTERVAL_MAX, SCHEDULE_OCCURRENCES_MAX, SCHEDULE_SKIPPED_MAX } from './schedule-limits.ts'
import { Weekday } from './organizations.ts'
import { TimeZone } from './time-zone.ts'

const Day = z.iso.date()

/** A date and a time on the clock of a place, without a zone: 2027-03-01T06:30. */
export const LocalMinute = z
  .string()
  .regex(/^2\d{3}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/)
  .refine((value) => Day.safeParse(value.slice(0, 10)).success)
  .describe('A local date and time, such as 2027-03-01T06:30.')

const inZone = {
  timeZone: TimeZone,
  inContactZone: z
    .boolean()
    .default(false)
    .describe("At this time on each contact's clock; timeZone applies to contacts without a zone."),
}

/** The last day of a series may be this many years after its start, so that its occurrences can be counted. */
const END_YEARS_MAX = 20

/** When a series ends. */
const ScheduleEnd = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('never') }),
  z.strictObject({ type: z.literal('on'), date: Day.describe('The last day on which it may happen.') }),
  z.strictObject({
    type: z.literal('after'),
    count: z.int().min(1).max(SCHEDULE_OCCURRENCES_MAX).describe('Skipped dates are not counted.'),
  }),
])

const Recurring = z
  .strictObject({
    mode: z.literal('recurring'),
    start: LocalMinute.describe('The earliest date, and the time of every occurrence.'),
    ...inZone,
    frequency: z.enum(['daily', 'weekly', 'monthly', 'yearly']),
    interval: z.int().min(1).max(SCHEDULE_INTERVAL_MAX).default(1),
    weekdays: z
      .array(Weekday)
      .max(7)
      .default([])
      .describe('The days of a weekly series; the weekday of the start when empty. Weeks begin on Monday.'),
    onDay: z
      .enum(['day_of_month', 'last_day', 'nth_weekday'])
      .default('day_of_month')
      .describe(
        'Which day of the month, in a monthly or yearly series. The weekday is the first to fourth of its month as the start is; a start after the 28th means the last.',
      ),
    shortMonths: z
      .enum(['last_day', 'skip'])
      .default('last_day')
      .describe('What happens in months without the day of the start: its last day instead, or nothing.'),
    end: ScheduleEnd.default({ type: 'never' }),
    skipDates: z
      .array(Day)
      .max(SCHEDULE_SKIPPED_MAX)
      .default([])
      .describe('Dates without an occurrence. They do not count toward the number of occurrences.'),
  })
  .refine(
    ({ start, end }) => end.type !== 'on' || Number(end.date.slice(0, 4)) - Number(start.slice(0, 4)) <= END_YEARS_MAX,
    {
      path: ['end', 'date'],
      message: 'Choose an earlier date.',
    },
  )

/** When something is sent: now, once, or again and again. Times are local, so that a clock change moves none. */
export const Schedule = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('now') }),
  z.strictObject({ mode: z.literal('once'), at: LocalMinute, ...inZone }),
  Recurring,
])
export type Schedule = z.infer<typeof Schedule>
export type RecurringSchedule = Extract<Schedule, { mode: 'recurring' }>
