import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { HOLIDAY_NAME_MAX } from './limits.ts'
import { oneLine } from './one-line.ts'

/** A calendar day, such as 2026-12-25. */
const Day = z.iso.date()

/** Days on which the organization is closed, in its own calendar. */
export const Holiday = z.object({
  id: Id,
  name: z.string(),
  from: Day,
  to: Day.describe('The last day; equal to the first for a single day.'),
  yearly: z.boolean().describe('Repeats each year on the same days. February 29 becomes February 28 in other years.'),
  handedDown: z.boolean().describe('Whether it is a holiday of the parent, which only the parent changes.'),
  next: z.object({ from: Day, to: Day }).nullable().describe('The current or next occurrence; null when it is over.'),
})
export type Holiday = z.infer<typeof Holiday>

const name = oneLine(HOLIDAY_NAME_MAX).min(1)

/** Every holiday: current and upcoming ones first, past ones last. */
const listed = ok({ holidays: z.array(Holiday) })

export const holidays = endpoint({
  method: 'GET',
  path: '/holiday',
  summary: 'Lists the holidays of the organization, next one first.',
  apiKeys: 'allowed',
  reply: listed,
})

export const createHoliday = endpoint({
  method: 'POST',
  path: '/holiday',
  summary: 'Adds a holiday of one or several days, once or every year.',
  can: 'organization.manage',
  fails: ['too_many'],
  body: z.strictObject({ name, from: Day, to: Day, yearly: z.boolean().default(false) }),
  reply: listed,
})

export const editHoliday = endpoint({
  method: 'PATCH',
  path: '/holiday',
  summary: 'Updates a holiday.',
  can: 'organization.manage',
  fails: ['managed_elsewhere'],
  query: z.object({ id: Id }),
  body: z.strictObject({
    name: name.optional(),
    from: Day.optional(),
    to: Day.optional(),
    yearly: z.boolean().optional(),
  }),
  reply: listed,
})

export const deleteHoliday = endpoint({
  method: 'DELETE',
  path: '/holiday',
  summary: 'Deletes a holiday.',
  can: 'organization.manage',
  fails: ['managed_elsewhere'],
  query: z.object({ id: Id }),
  reply: listed,
})
