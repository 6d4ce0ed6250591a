import { z } from 'zod'
import { Contact } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

export const mergeContacts = endpoint({
  method: 'POST',
  path: '/contact/merge',
  summary:
    'Merges two contacts: messages, groups and history move to the kept one. Both numbers keep their consent. Can be undone within 24 hours.',
  can: 'contacts.edit',
  fails: ['phone_taken', 'employee_id_taken', 'too_many', 'managed_elsewhere', 'on_legal_hold'],
  body: z.strictObject({
    keepId: Id,
    otherId: Id,
    take: z.array(z.string().max(60)).max(120).default([]).describe('Fields to copy from the other contact, by name.'),
  }),
  reply: ok({ contact: Contact, mergeId: Id, undoUntil: Instant }),
})

/** A merge that can still be undone. */
export const ContactMerge = z.object({
  id: Id,
  name: z.string().describe('The former name of the contact that was merged in.'),
  at: Instant,
  by: z.string().nullable(),
  undoUntil: Instant,
})

export type ContactMerge = z.infer<typeof ContactMerge>

export const contactMerges = endpoint({
  method: 'GET',
  path: '/contact/merges',
  summary: 'Lists the merges into a contact that can still be undone, newest first.',
  can: 'contacts.edit',
  query: z.object({ id: Id }),
  reply: ok({ merges: z.array(ContactMerge) }),
})

export const undoMerge = endpoint({
  method: 'POST',
  path: '/contact/merge/{id}/undo',
  summary: 'Undoes a merge and restores both contacts as they were.',
  can: 'contacts.edit',
  fails: ['phone_taken', 'employee_id_taken', 'merge_over', 'on_legal_hold'],
  params: z.object({ id: Id }),
  reply: ok({ contact: Contact, other: Contact }),
})

export const eraseContact = endpoint({
  method: 'POST',
  path: '/contact/erase',
  summary:
    'Erases a contact: the name, number, message texts and files are deleted permanently. An opt-out of the number and its evidence are kept.',
  can: 'contacts.erase',
  fails: ['on_legal_hold'],
  body: z.strictObject({ contactId: Id, reason: oneLine(200).min(1), confirm: z.literal(true) }),
  reply: ok({ erasedAt: Instant }),
})

export const personalData = endpoint({
  method: 'GET',
  path: '/contact/personal-data',
  summary: 'Exports everything stored about one contact as a file: fields, messages, consent, groups and activity.',
  plan: 'owner',
  can: 'contacts.export',
  fails: ['too_many'],
  answers: 'file',
  query: z.object({ id: Id, format: z.enum(['json', 'pdf']).default('json') }),
  reply: z.unknown(),
})

/** An entry in the history of a contact. */
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
    'opt_out_undone',
    'voicemail',
    'erased',
    'transfer_offered',
    'transfer_declined',
    'transfer_withdrawn',
    'transferred_out',
    'transferred_in',
    'transfer_undone',
  ]),
  detail: z.string().describe('A description of the fields, the group or the file.'),
  by: z.string().nullable(),
})

export type ContactEvent = z.infer<typeof ContactEvent>

export const contactActivity = endpoint({
  method: 'GET',
  path: '/contact/activity',
  summary: 'Lists the changes to a contact’s record, newest first.',
  can: 'contacts.read',
  query: z.object({ id: Id, before: z.string().max(80).optional() }),
  reply: ok({ events: z.array(ContactEvent), before: z.string().nullable() }),
})
