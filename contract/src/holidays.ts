import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { HOLIDAY_NAME_MAX } from './limits.ts'
import { oneLine } from './one-line.ts'

/** A day of the calendar, such as 2026-12-25. */
const Day = z.iso.date()

/** Days on which the organization is closed, on its own calendar. */
export const Holiday = z.object({
  id: Id,
  name: z.string(),
  from: Day,
  /** The last of its days; the first where it is a single day. */
  to: Day,
  /** Comes back each year on the same days. A 29 February is the 28th where the year has none. */
  yearly: z.boolean(),
  /** Its days now or next; null where they are over. */
  next: z.object({ from: Day, to: Day }).nullable(),
})
export type Holiday = z.infer<typeof Holiday>

const name = oneLine(HOLIDAY_NAME_MAX).min(1)

/** Every holiday, those that are now or come next first, and those that are over last. */
const listed = ok({ holidays: z.array(Holiday) })

export const holidays = endpoint({
  method: 'GET',
  path: '/holiday',
  summary: 'The days on which the organization is closed, what comes next first.',
  reply: listed,
})

export const createHoliday = endpoint({
  method: 'POST',
  path: '/holiday',
  summary: 'Close the organization on a day or on days in a row, once or every year.',
  can: 'organization.manage',
  body: z.strictObject({ name, from: Day, to: Day, yearly: z.boolean().default(false) }),
  reply: listed,
})

export const editHoliday = endpoint({
  method: 'PATCH',
  path: '/holiday',
  summary: 'Change a holiday.',
  can: 'organization.manage',
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
  summary: 'Forget a holiday.',
  can: 'organization.manage',
  query: z.object({ id: Id }),
  reply: listed,
})
