import { z } from 'zod'
import { ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'

/** An event in the consent history of a number. */
export const ConsentAction = z.enum([
  'opt_in',
  'opt_out',
  'attest',
  'help',
  'possible_opt_out',
  'not_opt_out',
  'wrong_number',
  'opt_out_undone',
])
export type ConsentAction = z.infer<typeof ConsentAction>

/** How the consent was given or withdrawn. */
export const ConsentMethod = z.enum([
  'keyword',
  'natural_language',
  'web',
  'qr',
  'kiosk',
  'paper',
  'verbal',
  'email',
  'voicemail',
  'import_attestation',
  'hris_attestation',
  'member',
  'carrier',
  'transfer',
])
export type ConsentMethod = z.infer<typeof ConsentMethod>

/** An entry in the consent history of a number. Entries never change, and each carries the hash of the one before. */
export const ConsentEvent = z.object({
  id: Id,
  phone: z.string(),
  action: ConsentAction,
  method: ConsentMethod,
  wording: z.string(),
  isErased: z.boolean().describe('The contact and the quoted text were erased; the time and the method are kept.'),
  by: z.string().nullable().describe('The member who acted for the contact.'),
  at: Instant,
  hash: z
    .string()
    .nullable()
    .describe('The hash of this entry, hexadecimal; null for entries older than the hash chain.'),
})
export type ConsentEvent = z.infer<typeof ConsentEvent>

export const consentHistory = endpoint({
  method: 'GET',
  path: '/consent/history',
  summary: 'Returns the consent status of a contact’s number and its history, newest first.',
  can: 'contacts.read',
  query: z.object({ contactId: Id }),
  reply: ok({
    phone: z.string().nullable(),
    optedOut: z.boolean(),
    since: Instant.nullable(),
    isSound: z.boolean().describe('True when every entry is unchanged and none is missing.'),
    events: z.array(ConsentEvent),
  }),
})

/** The caller can undo the opt-out that this call recorded, for `OPT_OUT_UNDO_MS`. */
export const OptOutUndo = z.object({
  stopped: z.number().int().describe('How many waiting texts the opt-out stopped; they stay stopped after an undo.'),
})
export type OptOutUndo = z.infer<typeof OptOutUndo>

export const recordConsent = endpoint({
  method: 'POST',
  path: '/consent/note',
  summary:
    'Records that a contact agreed on paper, verbally or by email, or that they opted out. Only the contact can end an opt-out.',
  plan: 'not_needed',
  can: 'contacts.edit',
  fails: ['opt_out_stays', 'recipient_no_mobile'],
  body: z.strictObject({
    contactId: Id,
    action: z.enum(['attest', 'opt_out']),
    method: z.enum(['paper', 'verbal', 'email', 'member']),
    wording: oneLine(400).min(1),
  }),
  reply: ok({ contact: ContactSummary, undo: OptOutUndo.optional() }),
})

export const undoOptOut = endpoint({
  method: 'POST',
  path: '/consent/undo-opt-out',
  summary:
    'Undoes an opt-out that the caller recorded a moment ago. Both stay in the history, and the waiting texts that it stopped stay stopped. Refused once the time is over, or when the contact or anyone else asked for it too.',
  plan: 'not_needed',
  can: 'inbox.reply',
  apiKeys: 'refused',
  fails: ['opt_out_stays', 'recipient_no_mobile'],
  body: z.strictObject({ contactId: Id }),
  reply: ok({ contact: ContactSummary }),
})

export const consentEvidence = endpoint({
  method: 'GET',
  path: '/consent/evidence',
  summary:
    'Returns the consent evidence for one number as a PDF: the status, every entry with its exact text, and whether the hash chain is intact. Takes a contact or the number itself, which works even after the contact was erased.',
  plan: 'owner',
  can: 'contacts.export',
  fails: ['phone_invalid', 'recipient_no_mobile', 'too_many'],
  answers: 'file',
  query: z.object({ contactId: Id.optional(), phone: z.string().trim().min(1).max(40).optional() }),
  reply: z.unknown(),
})

/** A number that must not be texted. */
export const OptOut = z.object({
  phone: z.string(),
  phoneDisplay: z.string(),
  contact: ContactSummary.nullable().describe('The contact who has the number now, if visible to the caller.'),
  method: ConsentMethod.nullable(),
  wording: z.string(),
  isErased: z
    .boolean()
    .describe(
      'The contact was erased: the number itself is not stored; it is found only by a search for the full number.',
    ),
  at: Instant,
})
export type OptOut = z.infer<typeof OptOut>

export const optOuts = endpoint({
  method: 'GET',
  path: '/consent/opt-outs',
  summary: 'Lists the numbers that opted out, newest first, including those of former contacts.',
  can: 'contacts.read',
  query: z.object({ ...pageQuery, search: z.string().trim().max(100).default('') }),
  reply: ok({
    ...pageOf(OptOut),
    total: z.number().int(),
    erased: z
      .number()
      .int()
      .describe('How many more entries belong to erased contacts; each is found only by its full number.'),
  }),
})

export const importOptOuts = endpoint({
  method: 'POST',
  path: '/consent/opt-outs/import',
  summary: 'Imports opted-out numbers from another system: one per line, or the first column of a CSV.',
  plan: 'not_needed',
  can: 'contacts.export',
  fails: ['too_many'],
  takes: 'bytes',
  query: z.object({ note: oneLine(120).min(1) }),
  reply: ok({
    added: z.number().int(),
    already: z.number().int(),
    invalid: z.array(z.object({ row: z.number().int(), text: z.string() })),
  }),
})

export const exportOptOuts = endpoint({
  method: 'GET',
  path: '/consent/opt-outs/export',
  summary: 'Exports every opted-out number as a file.',
  can: 'contacts.export',
  pastDue: 'owner',
  answers: 'file',
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: z.unknown(),
})
