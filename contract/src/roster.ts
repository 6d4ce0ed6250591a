import { z } from 'zod'
import { Contact, ContactStatus, CustomValue } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { CONTACT_SORTS, EXPORT_COLUMNS } from './contact-columns.ts'
import { Audience, Selection, selection } from './filters.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

/** What can be done to many workers at once. */
export const ContactAct = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('groups'),
    add: z.array(Id).max(20).default([]),
    remove: z.array(Id).max(20).default([]),
  }),
  z.strictObject({
    act: z.literal('edit'),
    /** One standard field by name, or a custom one as `custom.` and its key; null empties it. */
    field: z.string().min(1).max(60),
    value: CustomValue.nullable(),
  }),
  z.strictObject({ act: z.literal('status'), work: ContactStatus }),
  z.strictObject({ act: z.literal('archive'), archived: z.boolean() }),
  z.strictObject({ act: z.literal('opt_out'), words: oneLine(200).min(1) }),
])
export type ContactAct = z.infer<typeof ContactAct>

/** An act on many workers, under way or done. */
export const ContactRun = z.object({
  id: Id,
  do: ContactAct,
  state: z.enum(['running', 'done', 'stopped']),
  /** How many it means, how many it has looked at, how many changed. */
  total: z.number().int(),
  seen: z.number().int(),
  changed: z.number().int(),
  /**
   * Why the others did not change, with how many each: `not_found` (out of sight, too), `same`, `managed_elsewhere`, `invalid`,
   * `phone_taken`, `employee_id_taken`, `value_taken`, `no_mobile`, `opted_out`; of an undo also `changed_since`.
   */
  skipped: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  startedAt: Instant,
  /** The act that this one takes back. */
  undoes: Id.nullable(),
  /** Until when it can be undone; null where it cannot, is not over, or was undone. */
  undoUntil: Instant.nullable(),
})
export type ContactRun = z.infer<typeof ContactRun>

export const bulkContacts = endpoint({
  method: 'POST',
  path: '/contact/bulk',
  summary:
    'Do one thing to many workers: those named, or with selectedAll everybody the audience shows but the excluded ones. What is too much for one request goes on in the background.',
  can: 'contacts.edit',
  body: z.strictObject({ ...selection, do: ContactAct }),
  reply: ok({ run: ContactRun }),
})

export const contactRun = endpoint({
  method: 'GET',
  path: '/contact/bulk/{id}',
  summary: 'How far an act on many workers has come.',
  can: 'contacts.read',
  params: z.object({ id: Id }),
  reply: ok({ run: ContactRun }),
})

export const contactRuns = endpoint({
  method: 'GET',
  path: '/contact/bulk',
  summary: 'The acts on many workers the caller began in the last 24 hours, the newest first, at most 20.',
  can: 'contacts.read',
  reply: ok({ runs: z.array(ContactRun) }),
})

export const undoContactRun = endpoint({
  method: 'POST',
  path: '/contact/bulk/{id}/undo',
  summary:
    'Take back an act on many workers within 24 hours, once: facts, statuses, the archive, and groups made by hand. Who was changed since is left as they are and counted.',
  can: 'contacts.edit',
  params: z.object({ id: Id }),
  reply: ok({ run: ContactRun }),
})

export const countContacts = endpoint({
  method: 'POST',
  path: '/contact/count',
  summary: 'How many workers a selection means, and how many of them can get texts.',
  can: 'contacts.read',
  body: Selection,
  reply: ok({ count: z.number().int(), reachableCount: z.number().int() }),
})

export const exportContacts = endpoint({
  method: 'POST',
  path: '/contact/export',
  summary:
    'The workers a selection means, as a file; a cell that a spreadsheet would run as a formula is made harmless.',
  can: 'contacts.export',
  answers: 'file',
  body: z.strictObject({
    ...selection,
    format: z.enum(['csv', 'xlsx']).default('csv'),
    columns: z
      .array(z.string().max(60))
      .max(120)
      .default([...EXPORT_COLUMNS]),
    /** In the order they were added unless said. */
    sort: z.enum(CONTACT_SORTS).optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: z.unknown(),
})

/** Two contacts that may be one person. */
export const Duplicate = z.object({
  contacts: z.array(Contact).length(2),
  because: z.array(z.enum(['phone', 'employeeId', 'email', 'name'])),
})
export type Duplicate = z.infer<typeof Duplicate>

export const contactDuplicates = endpoint({
  method: 'GET',
  path: '/contact/duplicates',
  summary: 'Pairs of contacts that may be one person, the surest first; of one worker when named.',
  can: 'contacts.read',
  query: z.object({ id: Id.optional() }),
  reply: ok({ duplicates: z.array(Duplicate) }),
})

export const dismissDuplicate = endpoint({
  method: 'POST',
  path: '/contact/duplicates/dismiss',
  summary: 'Note that two contacts are two people.',
  can: 'contacts.edit',
  body: z.strictObject({ contactId: Id, otherId: Id }),
  reply: ok({}),
})

export const mergeContacts = endpoint({
  method: 'POST',
  path: '/contact/merge',
  summary:
    'Make two contacts one: messages, groups and history go to the kept one. Both numbers keep their permission; undone within 24 hours.',
  can: 'contacts.edit',
  body: z.strictObject({
    keepId: Id,
    otherId: Id,
    /** Facts to take from the other one, by name. */
    take: z.array(z.string().max(60)).max(120).default([]),
  }),
  reply: ok({ contact: Contact, mergeId: Id, undoUntil: Instant }),
})

/** A merge that can still be undone. */
export const ContactMerge = z.object({
  id: Id,
  /** Who became part of the worker, as they were called. */
  name: z.string(),
  at: Instant,
  by: z.string().nullable(),
  undoUntil: Instant,
})
export type ContactMerge = z.infer<typeof ContactMerge>

export const contactMerges = endpoint({
  method: 'GET',
  path: '/contact/merges',
  summary: 'The merges into a worker that can still be undone, the newest first.',
  can: 'contacts.edit',
  query: z.object({ id: Id }),
  reply: ok({ merges: z.array(ContactMerge) }),
})

export const undoMerge = endpoint({
  method: 'POST',
  path: '/contact/merge/{id}/undo',
  summary: 'Make two contacts of one again, as they were.',
  can: 'contacts.edit',
  params: z.object({ id: Id }),
  reply: ok({ contact: Contact, other: Contact }),
})

export const eraseContact = endpoint({
  method: 'POST',
  path: '/contact/erase',
  summary:
    'Erase a person: name, number, words and files go for good; an opt-out of the number and what proves it stay.',
  can: 'contacts.erase',
  body: z.strictObject({ contactId: Id, reason: oneLine(200).min(1), confirm: z.literal(true) }),
  reply: ok({ erasedAt: Instant }),
})

export const personalData = endpoint({
  method: 'GET',
  path: '/contact/personal-data',
  summary: 'Everything kept about one worker, as a file: facts, messages, consent, groups, activity.',
  can: 'contacts.export',
  answers: 'file',
  query: z.object({ id: Id, format: z.enum(['json', 'pdf']).default('json') }),
  reply: z.unknown(),
})

/** Something that happened to a worker's record. */
export const ContactEvent = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum([
    'created',
    'changed',
    'archived',
    'restored',
    'merged',
    'imported',
    'joined',
    'left',
    'opt_out',
    'opt_in',
    'voicemail',
    'erased',
  ]),
  /** The fields, the group or the file, in words. */
  detail: z.string(),
  by: z.string().nullable(),
})
export type ContactEvent = z.infer<typeof ContactEvent>

export const contactActivity = endpoint({
  method: 'GET',
  path: '/contact/activity',
  summary: 'What happened to a worker’s record, the newest first.',
  can: 'contacts.read',
  query: z.object({ id: Id, before: z.string().max(80).optional() }),
  reply: ok({ events: z.array(ContactEvent), before: z.string().nullable() }),
})

/** A list of workers somebody keeps under a name; shared ones are everybody's. */
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
  summary: "The asking member's saved lists of workers and the shared ones.",
  can: 'contacts.read',
  reply: ok({ views: z.array(ContactView) }),
})

export const saveContactView = endpoint({
  method: 'POST',
  path: '/contact/views',
  summary: 'Keep a list of workers under a name; with an id, change it.',
  can: 'contacts.read',
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
  summary: 'Forget a saved list; of shared ones, only who made it or may edit contacts.',
  can: 'contacts.read',
  query: z.object({ id: Id }),
  reply: ok({}),
})
