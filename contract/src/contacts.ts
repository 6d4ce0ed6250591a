import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { EMAIL_MAX, NAME_MAX, WORK_FIELD_MAX } from './limits.ts'
import { oneLine } from './one-line.ts'
import { TimeZone } from './time-zone.ts'

/** Whether this contact can get messages, and if not, why. */
export const Reach = z.enum(['can_text', 'opted_out', 'no_mobile', 'landline', 'not_in_use'])
export type Reach = z.infer<typeof Reach>

/** The contact details that lists, threads and toasts show. */
export const ContactSummary = z.object({
  id: Id,
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string().nullable().describe('E.164, or null when no number is known.'),
  phoneDisplay: z.string().nullable().describe('The number as formatted in its country.'),
  reach: Reach,
  language: z.string().describe("The contact's language, as BCP 47."),
  timezone: z.string().nullable().describe("The contact's IANA time zone; null for the organization's."),
})
export type ContactSummary = z.infer<typeof ContactSummary>

/** The employment status of a contact. */
export const ContactStatus = z.enum(['active', 'on_leave', 'terminated', 'blocked'])
export type ContactStatus = z.infer<typeof ContactStatus>

/** A birthday: month and day, and the year if known. */
export const Birthday = z
  .string()
  .regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Enter a birthday like 1990-04-23 or 04-23.')
export type Birthday = z.infer<typeof Birthday>

/** A value of a custom field: a multiple choice is a list of option ids, a date is YYYY-MM-DD. */
export const CustomValue = z.union([
  z.string().max(2000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(40)).max(100),
])
export type CustomValue = z.infer<typeof CustomValue>

/** A contact. */
export const Contact = ContactSummary.extend({
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
  source: z.enum(['manual', 'import', 'hris', 'optin', 'inbound', 'demo', 'parent', 'transfer']),
  archived: z.boolean(),
  /**
   * Another contact in the household has the same number: this contact is texted at it too, and replies are filed under
   * the other contact.
   */
  sharesPhone: z.boolean(),
  lacksConsent: z
    .boolean()
    .describe(
      'The contact can get messages, but there is neither a recorded consent nor a text or call from them. Does not decide who can be texted.',
    ),
  /** When someone reported that the number no longer belongs to this contact. */
  suspectSince: Instant.nullable(),
  /** Values by field key; sensitive ones are absent for members who may not see them. */
  customFields: z.record(z.string(), CustomValue),
  /** Fields managed by another system, by name, with the name of that system: they can be changed only there. */
  locked: z.record(z.string(), z.string()),
  groups: z.array(z.object({ id: Id, name: z.string() })),
  shifts: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe('The shifts that apply: their own, or those of all their groups.'),
  optedOutAt: Instant.nullable(),
  lastMessageAt: Instant.nullable(),
  createdAt: Instant,
})
export type Contact = z.infer<typeof Contact>

const name = oneLine(NAME_MAX)

const contactFields = {
  firstname: name.min(1),
  lastname: name,
  preferredName: name,
  /** In any common format. */
  phone: z.string().trim().max(40),
  sharesPhone: z.boolean(),
  email: z.union([z.literal(''), z.email().max(EMAIL_MAX)]),
  employeeId: oneLine(60),
  language: oneLine(35),
  jobTitle: oneLine(WORK_FIELD_MAX),
  department: oneLine(WORK_FIELD_MAX),
  location: oneLine(WORK_FIELD_MAX),
  timezone: TimeZone.nullable(),
  hireDate: z.iso.date().nullable(),
  birthday: Birthday.nullable(),
  work: ContactStatus,
  /** By key; null clears a value. */
  customFields: z.record(z.string().max(40), CustomValue.nullable()),
}

/** What members may edit on a contact. */
export const ContactDraft = z.strictObject({
  firstname: contactFields.firstname,
  lastname: contactFields.lastname.default(''),
  preferredName: contactFields.preferredName.default(''),
  phone: contactFields.phone.default(''),
  sharesPhone: contactFields.sharesPhone.default(false),
  email: contactFields.email.default(''),
  employeeId: contactFields.employeeId.default(''),
  language: contactFields.language.optional().describe('The language of the organization for new contacts when unset.'),
  jobTitle: contactFields.jobTitle.default(''),
  department: contactFields.department.default(''),
  location: contactFields.location.default(''),
  timezone: contactFields.timezone.default(null),
  hireDate: contactFields.hireDate.default(null),
  birthday: contactFields.birthday.default(null),
  work: contactFields.work.default('active'),
  customFields: contactFields.customFields.default({}),
})
export type ContactDraft = z.infer<typeof ContactDraft>

export const createContact = endpoint({
  method: 'POST',
  path: '/contact',
  summary:
    'Creates a contact. A number that already belongs to a contact is a conflict, and the response names that contact.',
  can: 'contacts.edit',
  fails: ['phone_taken', 'employee_id_taken', 'phone_invalid'],
  body: ContactDraft,
  reply: ok({ contact: Contact }),
})

export const readContact = endpoint({
  method: 'GET',
  path: '/contact',
  summary: 'Returns one contact.',
  can: 'contacts.read',
  query: z.object({ id: Id }),
  reply: ok({ contact: Contact }),
})

export const contactValues = endpoint({
  method: 'GET',
  path: '/contact/values',
  summary:
    'Lists the values of a field among the contacts the member can see, most common first, filtered by the beginning of a word.',
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
  summary: 'Updates a contact. Only the given fields change.',
  can: 'contacts.edit',
  fails: ['phone_taken', 'employee_id_taken', 'phone_invalid', 'managed_elsewhere'],
  query: z.object({ id: Id }),
  body: z.strictObject({ ...z.strictObject(contactFields).partial().shape, archived: z.boolean().optional() }),
  reply: ok({ contact: Contact }),
})

export const archiveContact = endpoint({
  method: 'DELETE',
  path: '/contact',
  summary:
    'Archives a contact: removes it from every list and group and keeps its data. Restore it with `archived: false`.',
  can: 'contacts.edit',
  fails: ['phone_taken', 'employee_id_taken', 'phone_invalid', 'managed_elsewhere'],
  query: z.object({ id: Id }),
  reply: ok({ contact: Contact }),
})

/** Two contacts that may be the same person. */
export const Duplicate = z.object({
  contacts: z.array(Contact).length(2),
  because: z.array(z.enum(['phone', 'employeeId', 'email', 'name'])),
})

export type Duplicate = z.infer<typeof Duplicate>

export const contactDuplicates = endpoint({
  method: 'GET',
  path: '/contact/duplicates',
  summary: 'Lists pairs of contacts that may be duplicates, most likely first, optionally of one contact.',
  can: 'contacts.read',
  query: z.object({ id: Id.optional() }),
  reply: ok({ duplicates: z.array(Duplicate) }),
})

export const dismissDuplicate = endpoint({
  method: 'POST',
  path: '/contact/duplicates/dismiss',
  summary: 'Records that two contacts are not duplicates.',
  can: 'contacts.edit',
  body: z.strictObject({ contactId: Id, otherId: Id }),
  reply: ok({}),
})
