import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { NAME_MAX } from './limits.ts'
import { oneLine } from './one-line.ts'
import { TimeZone } from './time-zone.ts'

/** Whether this person can get texts, and if not, why. */
export const Reach = z.enum(['can_text', 'opted_out', 'no_mobile', 'landline', 'not_in_use'])
export type Reach = z.infer<typeof Reach>

/** The few facts about a worker that lists, threads and toasts show. */
export const ContactHead = z.object({
  id: Id,
  firstname: z.string(),
  lastname: z.string(),
  /** E.164, or null when no number is known. */
  phone: z.string().nullable(),
  /** The number as people write it in its country. */
  phoneDisplay: z.string().nullable(),
  reach: Reach,
  /** The language they read, as BCP 47. */
  language: z.string(),
  /** Their IANA time zone; null for the organization's. */
  timezone: z.string().nullable(),
})
export type ContactHead = z.infer<typeof ContactHead>

/** A worker. */
export const Contact = ContactHead.extend({
  jobTitle: z.string(),
  location: z.string(),
  country: z.string().nullable(),
  source: z.enum(['manual', 'import', 'hris', 'optin', 'inbound', 'demo']),
  archived: z.boolean(),
  groups: z.array(z.object({ id: Id, name: z.string() })),
  optedOutAt: Instant.nullable(),
  lastMessageAt: Instant.nullable(),
  createdAt: Instant,
})
export type Contact = z.infer<typeof Contact>

const name = oneLine(NAME_MAX)

/** What staff may write about a worker; the phone may come in any format people use. */
export const ContactDraft = z.strictObject({
  firstname: name.min(1),
  lastname: name.default(''),
  phone: z.string().trim().max(40).default(''),
  language: oneLine(35).default('en'),
  jobTitle: oneLine(80).default(''),
  location: oneLine(80).default(''),
  timezone: TimeZone.nullable().default(null),
})
export type ContactDraft = z.infer<typeof ContactDraft>

export const createContact = endpoint({
  method: 'POST',
  path: '/contact',
  summary: 'Add a worker; a number that belongs to someone already is a conflict that names them.',
  can: 'contacts.edit',
  body: ContactDraft,
  reply: ok({ contact: Contact }),
})

export const readContact = endpoint({
  method: 'GET',
  path: '/contact',
  summary: 'One worker.',
  can: 'contacts.read',
  query: z.object({ id: Id }),
  reply: ok({ contact: Contact }),
})

export const editContact = endpoint({
  method: 'PATCH',
  path: '/contact',
  summary: 'Change a worker; only the fields given change.',
  can: 'contacts.edit',
  query: z.object({ id: Id }),
  body: z.strictObject({
    firstname: name.min(1).optional(),
    lastname: name.optional(),
    phone: z.string().trim().max(40).optional(),
    language: oneLine(35).optional(),
    jobTitle: oneLine(80).optional(),
    location: oneLine(80).optional(),
    timezone: TimeZone.nullable().optional(),
    archived: z.boolean().optional(),
  }),
  reply: ok({ contact: Contact }),
})
