import { z } from 'zod'
import { ContactStatus, CustomValue } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { CONTACT_SORTS, EXPORT_COLUMNS } from './contact-columns.ts'
import { Audience, selection } from './filters.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { ShiftChoice } from './shifts.ts'

/** A bulk action on contacts. */
export const ContactAction = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('groups'),
    add: z.array(Id).max(20).default([]),
    remove: z.array(Id).max(20).default([]),
  }),
  z.strictObject({
    act: z.literal('edit'),
    field: z
      .string()
      .min(1)
      .max(60)
      .describe('One standard field by name, or a custom one as `custom.` plus its key; null clears it.'),
    value: CustomValue.nullable(),
  }),
  z.strictObject({ act: z.literal('status'), work: ContactStatus }),
  z.strictObject({ act: z.literal('shift'), choice: ShiftChoice }).describe('Sets what decides their working hours.'),
  z.strictObject({ act: z.literal('archive'), archived: z.boolean() }),
  z.strictObject({ act: z.literal('opt_out'), wording: oneLine(200).min(1) }),
  z
    .strictObject({
      act: z.literal('attest'),
      method: z.enum(['paper', 'verbal', 'email']),
      date: z.iso.date().describe('The day on which they agreed, not in the future.'),
      wording: oneLine(400).min(1).describe('What they agreed to.'),
    })
    .describe('Records that the contacts agreed to get texts. Never ends an opt-out.'),
])
export type ContactAction = z.infer<typeof ContactAction>

/** A bulk action on contacts, running or done. */
export const ContactRun = z.object({
  id: Id,
  do: ContactAction,
  state: z.enum(['running', 'done', 'stopped']),
  total: z.number().int().describe('How many contacts were selected, processed and changed.'),
  seen: z.number().int(),
  changed: z.number().int(),
  skipped: z
    .array(z.object({ reason: z.string(), count: z.number().int() }))
    .describe(
      'Why contacts were skipped, with the count of each reason: `not_found` (also when not visible), `same`, `managed_elsewhere`, `invalid`, `phone_taken`, `employee_id_taken`, `value_taken`, `no_mobile`, `opted_out`, `shift_deleted`; for an undo also `changed_since`.',
    ),
  startedAt: Instant,
  undoes: Id.nullable().describe('The bulk action that this one undoes.'),
  undoUntil: Instant.nullable().describe(
    'Deadline for Undo; null when it cannot be undone, is still running, or was undone.',
  ),
})
export type ContactRun = z.infer<typeof ContactRun>

export const bulkContacts = endpoint({
  method: 'POST',
  path: '/contact/bulk',
  summary:
    'Runs a bulk action on contacts: on those listed, or with selectedAll on the whole audience except the excluded ones. Large selections continue in the background.',
  can: 'contacts.edit',
  fails: ['managed_elsewhere'],
  body: z.strictObject({ ...selection, do: ContactAction }),
  reply: ok({ run: ContactRun }),
})

export const contactRun = endpoint({
  method: 'GET',
  path: '/contact/bulk/{id}',
  summary: 'Returns the progress of a bulk action on contacts.',
  can: 'contacts.read',
  params: z.object({ id: Id }),
  reply: ok({ run: ContactRun }),
})

export const contactRuns = endpoint({
  method: 'GET',
  path: '/contact/bulk',
  summary: 'Lists the bulk actions on contacts that the member started in the last 24 hours, newest first, at most 20.',
  can: 'contacts.read',
  reply: ok({ runs: z.array(ContactRun) }),
})

export const undoContactRun = endpoint({
  method: 'POST',
  path: '/contact/bulk/{id}/undo',
  summary:
    'Undoes a bulk action on contacts within 24 hours, once: fields, statuses, working hours, archiving and manual groups. Contacts changed since are left as they are and counted.',
  can: 'contacts.edit',
  fails: ['undo_over', 'managed_elsewhere'],
  params: z.object({ id: Id }),
  reply: ok({ run: ContactRun }),
})

export const exportContacts = endpoint({
  method: 'POST',
  path: '/contact/export',
  summary: 'Exports the contacts of a selection as a file. Cells that a spreadsheet would run as formulas are escaped.',
  can: 'contacts.export',
  pastDue: 'owner',
  fails: ['too_many'],
  answers: 'file',
  body: z.strictObject({
    ...selection,
    format: z.enum(['csv', 'xlsx']).default('csv'),
    columns: z
      .array(z.string().max(60))
      .max(120)
      .default([...EXPORT_COLUMNS]),
    sort: z.enum(CONTACT_SORTS).optional().describe('By creation order when unset.'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: z.unknown(),
})

/** A saved view of the contact list; shared ones are visible to all members. */
export const ContactView = z.object({
  id: Id,
  name: z.string(),
  shared: z.boolean(),
  mine: z.boolean(),
  audience: Audience,
  sort: z.enum(CONTACT_SORTS),
  order: z.enum(['asc', 'desc']),
  columns: z.array(z.string()),
})
export type ContactView = z.infer<typeof ContactView>

export const contactViews = endpoint({
  method: 'GET',
  path: '/contact/views',
  viewing: 'allowed',
  summary: 'Lists the member’s saved contact lists and the shared ones.',
  can: 'contacts.read',
  apiKeys: 'refused',
  reply: ok({ views: z.array(ContactView) }),
})

export const saveContactView = endpoint({
  method: 'POST',
  path: '/contact/views',
  summary: 'Saves a contact list under a name, or updates the one with the given id.',
  can: 'contacts.read',
  apiKeys: 'refused',
  fails: ['too_many'],
  query: z.object({ id: Id.optional() }),
  body: z.strictObject({
    name: oneLine(40).min(1),
    shared: z.boolean().default(false),
    audience: Audience,
    sort: z.enum(CONTACT_SORTS).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    columns: z.array(z.string().max(60)).max(40).default([]),
  }),
  reply: ok({ view: ContactView }),
})

export const deleteContactView = endpoint({
  method: 'DELETE',
  path: '/contact/views',
  summary:
    'Deletes a saved contact list. A shared one can be deleted only by its creator or a member who may edit contacts.',
  can: 'contacts.read',
  apiKeys: 'refused',
  query: z.object({ id: Id }),
  reply: ok({}),
})
