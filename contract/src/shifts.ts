// Working hours: when a contact is on shift, so that texts to people who are off shift can wait.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { ClockTime, Weekday } from './organizations.ts'
import { SHIFT_NAME_MAX } from './shift-limits.ts'

/** The hours of each working day, in the local time of the contact. */
export const ShiftHours = z
  .partialRecord(Weekday, z.strictObject({ from: ClockTime, to: ClockTime }))
  .describe('The working days; an end before the start is on the next day.')
export type ShiftHours = z.infer<typeof ShiftHours>

/** Working hours with a name, such as "Night shift". */
export const Shift = z.object({
  id: Id,
  name: z.string(),
  hours: ShiftHours,
  groupIds: z.array(Id).describe('The groups whose people work these hours; only those that the member sees.'),
  contacts: z.number().int().describe('How many visible contacts have the shift by themselves.'),
})
export type Shift = z.infer<typeof Shift>

const name = oneLine(SHIFT_NAME_MAX).min(1)
const listed = ok({ shifts: z.array(Shift) })

export const shifts = endpoint({
  method: 'GET',
  path: '/shift',
  summary: 'Lists the shifts of the organization by name.',
  can: 'contacts.read',
  reply: listed,
})

export const createShift = endpoint({
  method: 'POST',
  path: '/shift',
  summary: 'Adds a shift.',
  can: 'organization.manage',
  fails: ['too_many', 'name_taken'],
  body: z.strictObject({ name, hours: ShiftHours }),
  reply: listed,
})

export const editShift = endpoint({
  method: 'PATCH',
  path: '/shift',
  summary: 'Changes the name or the hours of a shift, for everyone who has it.',
  can: 'organization.manage',
  fails: ['name_taken'],
  query: z.object({ id: Id }),
  body: z.strictObject({ name: name.optional(), hours: ShiftHours.optional() }),
  reply: listed,
})

export const deleteShift = endpoint({
  method: 'DELETE',
  path: '/shift',
  summary: 'Deletes a shift that no filter names. The people and groups that had it have none afterward.',
  can: 'organization.manage',
  fails: ['shift_in_use'],
  query: z.object({ id: Id }),
  reply: listed,
})

/** What decides the working hours of a contact. */
export const ShiftChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('groups') }).describe('The shifts of their groups.'),
  z.strictObject({ kind: z.literal('shift'), shiftId: Id }).describe('This shift, whatever their groups have.'),
  z.strictObject({ kind: z.literal('any_time') }).describe('None, such as for salaried staff.'),
])
export type ShiftChoice = z.infer<typeof ShiftChoice>

const ofContact = ok({
  choice: ShiftChoice,
  shifts: z.array(z.object({ id: Id, name: z.string() })).describe('The shifts that apply; empty when none does.'),
  nextStart: Instant.nullable().describe('When the next shift starts for a contact who is off shift now; else null.'),
})

export const contactShift = endpoint({
  method: 'GET',
  path: '/contact/shift',
  summary: 'Returns the working hours of a contact, and when their next shift starts if they are off shift now.',
  can: 'contacts.read',
  query: z.object({ contactId: Id }),
  reply: ofContact,
})

export const setContactShift = endpoint({
  method: 'PUT',
  path: '/contact/shift',
  summary: 'Sets what decides the working hours of a contact.',
  can: 'contacts.edit',
  query: z.object({ contactId: Id }),
  body: z.strictObject({ choice: ShiftChoice }),
  reply: ofContact,
})

export const setGroupShift = endpoint({
  method: 'PUT',
  path: '/group/shift',
  summary: 'Sets the working hours of the people in a group; contacts with a choice of their own keep it.',
  can: 'groups.edit',
  query: z.object({ groupId: Id }),
  body: z.strictObject({ shiftId: Id.nullable() }),
  reply: listed,
})
