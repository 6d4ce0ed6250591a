import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { EMAIL_MAX, NAME_MAX } from './limits.ts'
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

/** What the organization knows of somebody's work. */
export const ContactStatus = z.enum(['active', 'on_leave', 'terminated', 'blocked'])
export type ContactStatus = z.infer<typeof ContactStatus>

/** A birthday: month and day, and the year where it is known. */
export const Birthday = z
  .string()
  .regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Enter a birthday like 1990-04-23 or 04-23.')
export type Birthday = z.infer<typeof Birthday>

/** A value of a custom field: several choices are a list of option ids, a date is YYYY-MM-DD. */
export const CustomValue = z.union([
  z.string().max(2000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(40)).max(100),
])
export type CustomValue = z.infer<typeof CustomValue>

/** A worker. */
export const Contact = ContactHead.extend({
  preferredName: z.string(),
  email: z.string(),
  employeeId: z.string(),
  jobTitle: z.string(),
  department: z.string(),
  location: z.string(),
  hireDate: z.iso.date().nullable(),
  birthday: Birthday.nullable(),
  work: ContactStatus,
  country: z.string().nullable(),
  source: z.enum(['manual', 'import', 'hris', 'optin', 'inbound', 'demo', 'parent']),
  archived: z.boolean(),
  /** Somebody else of the household has the same number: this worker is texted at it too, and answers are the other one's. */
  sharesPhone: z.boolean(),
  /** Somebody said that the number is not this worker's any more. */
  suspectSince: Instant.nullable(),
  /** Values by the key of their field; sensitive ones are absent for who may not see them. */
  customFields: z.record(z.string(), CustomValue),
  /** Facts another system keeps, by name, and whose they are: they are changed there. */
  locked: z.record(z.string(), z.string()),
  groups: z.array(z.object({ id: Id, name: z.string() })),
  optedOutAt: Instant.nullable(),
  lastMessageAt: Instant.nullable(),
  createdAt: Instant,
})
export type Contact = z.infer<typeof Contact>

const name = oneLine(NAME_MAX)

const facts = {
  firstname: name.min(1),
  lastname: name,
  preferredName: name,
  /** In any format people use. */
  phone: z.string().trim().max(40),
  sharesPhone: z.boolean(),
  email: z.union([z.literal(''), z.email().max(EMAIL_MAX)]),
  employeeId: oneLine(60),
  language: oneLine(35),
  jobTitle: oneLine(80),
  department: oneLine(80),
  location: oneLine(80),
  timezone: TimeZone.nullable(),
  hireDate: z.iso.date().nullable(),
  birthday: Birthday.nullable(),
  work: ContactStatus,
  /** By key; null takes a value away. */
  customFields: z.record(z.string().max(40), CustomValue.nullable()),
}

/** What staff may write about a worker. */
export const ContactDraft = z.strictObject({
  firstname: facts.firstname,
  lastname: facts.lastname.default(''),
  preferredName: facts.preferredName.default(''),
  phone: facts.phone.default(''),
  sharesPhone: facts.sharesPhone.default(false),
  email: facts.email.default(''),
  employeeId: facts.employeeId.default(''),
  language: facts.language.default('en'),
  jobTitle: facts.jobTitle.default(''),
  department: facts.department.default(''),
  location: facts.location.default(''),
  timezone: facts.timezone.default(null),
  hireDate: facts.hireDate.default(null),
  birthday: facts.birthday.default(null),
  work: facts.work.default('active'),
  customFields: facts.customFields.default({}),
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

export const contactValues = endpoint({
  method: 'GET',
  path: '/contact/values',
  summary:
    'What the workers in sight have in a fact, those that most have first; narrowed to words that begin as typed.',
  can: 'contacts.read',
  query: z.object({
    field: z.enum(['location', 'department', 'jobTitle']),
    typed: z.string().trim().max(80).default(''),
  }),
  reply: ok({ values: z.array(z.object({ value: z.string(), count: z.number().int() })) }),
})

export const editContact = endpoint({
  method: 'PATCH',
  path: '/contact',
  summary: 'Change a worker; only the fields given change.',
  can: 'contacts.edit',
  query: z.object({ id: Id }),
  body: z.strictObject({ ...z.strictObject(facts).partial().shape, archived: z.boolean().optional() }),
  reply: ok({ contact: Contact }),
})

export const archiveContact = endpoint({
  method: 'DELETE',
  path: '/contact',
  summary: 'Archive a worker: out of every list and group, with everything kept. Bring back with `archived: false`.',
  can: 'contacts.edit',
  query: z.object({ id: Id }),
  reply: ok({ contact: Contact }),
})
