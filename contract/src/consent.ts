import { z } from 'zod'
import { ContactHead } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'

/** What was said about the permission to text a number. */
export const ConsentAction = z.enum([
  'opt_in',
  'opt_out',
  'attest',
  'help',
  'possible_opt_out',
  'not_opt_out',
  'wrong_number',
])
export type ConsentAction = z.infer<typeof ConsentAction>

/** How it was said. */
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
])
export type ConsentMethod = z.infer<typeof ConsentMethod>

/** An entry of the history of a number; entries are never changed and each carries the hash of the one before. */
export const ConsentEvent = z.object({
  id: Id,
  phone: z.string(),
  action: ConsentAction,
  method: ConsentMethod,
  words: z.string(),
  /** The person was erased, and the words with them; when and how it was said is kept. */
  isErased: z.boolean(),
  /** Who acted for the worker. */
  by: z.string().nullable(),
  at: Instant,
  /** The hash of this entry, hexadecimal; null for entries older than the chain. */
  hash: z.string().nullable(),
})
export type ConsentEvent = z.infer<typeof ConsentEvent>

export const consentHistory = endpoint({
  method: 'GET',
  path: '/consent/history',
  summary: 'What stands for a worker’s number and everything that was said about it, the newest first.',
  can: 'contacts.read',
  query: z.object({ contactId: Id }),
  reply: ok({
    phone: z.string().nullable(),
    optedOut: z.boolean(),
    since: Instant.nullable(),
    /** True when every entry is as it was written and none is missing. */
    isSound: z.boolean(),
    events: z.array(ConsentEvent),
  }),
})

export const noteConsent = endpoint({
  method: 'POST',
  path: '/consent/note',
  summary:
    'Note for a worker that they agreed on paper, by voice or by e-mail, or that they want no more texts. Nobody but the worker can end an opt-out.',
  can: 'contacts.edit',
  body: z.strictObject({
    contactId: Id,
    action: z.enum(['attest', 'opt_out']),
    method: z.enum(['paper', 'verbal', 'email', 'member']),
    words: oneLine(400).min(1),
  }),
  reply: ok({ contact: ContactHead }),
})

export const consentEvidence = endpoint({
  method: 'GET',
  path: '/consent/evidence',
  summary:
    'The evidence about one number as a PDF: what stands, every entry with its words, and whether the chain is sound. Name the worker, or the number itself: it is found also when its person was erased.',
  can: 'contacts.export',
  answers: 'file',
  query: z.object({ contactId: Id.optional(), phone: z.string().trim().min(1).max(40).optional() }),
  reply: z.unknown(),
})

/** A number that must not be texted. */
export const OptOut = z.object({
  phone: z.string(),
  phoneDisplay: z.string(),
  /** Who has it now, where the caller may see them. */
  contact: ContactHead.nullable(),
  method: ConsentMethod.nullable(),
  words: z.string(),
  /** Its person was erased: the number itself is not kept, and is shown to who knows it. */
  isErased: z.boolean(),
  at: Instant,
})
export type OptOut = z.infer<typeof OptOut>

export const optOuts = endpoint({
  method: 'GET',
  path: '/consent/opt-outs',
  summary: 'Numbers that must not be texted, the newest first, also of people who are no contacts any more.',
  can: 'contacts.read',
  query: z.object({ ...pageQuery, search: z.string().trim().max(100).default('') }),
  reply: ok({
    ...pageOf(OptOut),
    total: z.number().int(),
    /** How many more there are of people who were erased; each is found by its whole number. */
    erased: z.number().int(),
  }),
})

export const importOptOuts = endpoint({
  method: 'POST',
  path: '/consent/opt-outs/import',
  summary: 'Add numbers that must not be texted, from another system’s list: one a line or the first column of a CSV.',
  can: 'contacts.export',
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
  summary: 'Every number that must not be texted, as a file.',
  can: 'contacts.export',
  answers: 'file',
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: z.unknown(),
})
