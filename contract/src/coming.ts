import { z } from 'zod'
import {
  CELEBRATION_AHEAD_DAYS,
  CELEBRATION_CALENDAR_NAMES,
  CELEBRATION_WITHOUT_DATE_MAX,
} from './celebration-limits.ts'
import { ComingCelebration } from './celebrations.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'

/** A day on which people get their text. */
export const CelebrationDay = z.object({
  day: z.iso.date(),
  total: z.number().int().describe('People whose date comes, with those who are skipped or cannot be texted.'),
  people: z
    .array(ComingCelebration)
    .max(CELEBRATION_CALENDAR_NAMES)
    .describe('The first of them by name, those who get the text before the others.'),
})
export type CelebrationDay = z.infer<typeof CelebrationDay>

export const celebrationCalendar = endpoint({
  method: 'GET',
  path: '/celebration/calendar',
  summary: `Lists the days of the next ${CELEBRATION_AHEAD_DAYS} days on which people get their text, each with how many and the first ${CELEBRATION_CALENDAR_NAMES}.`,
  can: 'broadcasts.read',
  query: z.object({ id: Id }),
  reply: ok({
    today: z.iso.date().describe('On the clock of the organization. Elsewhere it may be the day before or after.'),
    days: z.array(CelebrationDay),
  }),
})

export const celebrationReach = endpoint({
  method: 'GET',
  path: '/celebration/reach',
  summary: `Counts who has no date on file, up to ${CELEBRATION_WITHOUT_DATE_MAX}, and says whether anyone has one.`,
  can: 'broadcasts.read',
  query: z.object({ id: Id }),
  reply: ok({
    hasDates: z.boolean().describe('Whether any contact has the date, whether or not the celebration is for them.'),
    withoutDate: z.number().int().describe('People who can be texted and have no date.'),
    hasMore: z.boolean().describe('Whether there may be more of them than were counted.'),
  }),
})
