import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { ContactDraft } from '@crewline/contract/contacts'
import { parsePhone } from '@crewline/contract/phone'
import { checkCustom, type FieldRule } from '../fields/index.ts'
import { dateErrors } from './rules.ts'
import type { ContactFields } from './store/people.ts'

/** The contact fields that may change; absent fields stay. */
export type ContactChanges = Partial<{
  [Field in keyof ContactDraft | 'archived']: (ContactDraft & { archived: boolean })[Field] | undefined
}>

/** The context for validating a change. */
export interface Ground {
  /** ISO 3166 country for numbers without a country code. */
  country: string
  /** The language of a new contact without one. */
  language: string
  /** The current day in the organization's time zone, YYYY-MM-DD. */
  today: string
  fields: readonly FieldRule[]
  canSeeSensitive: boolean
}

/** An empty contact, except for its language. */
export const EMPTY_CONTACT: Omit<ContactFields, 'language'> = {
  firstname: '',
  lastname: '',
  preferredName: '',
  phone: null,
  phoneKind: 'unknown',
  sharesPhone: false,
  email: '',
  employeeId: '',
  jobTitle: '',
  department: '',
  location: '',
  timezone: null,
  hireDate: null,
  birthday: null,
  work: 'active',
  custom: {},
}

/**
 * Applies changes to a contact and returns it with errors by field, without any lookup. A new contact must have every
 * required field; for an existing one only the given fields are validated.
 */
export function revised(
  before: ContactFields | null,
  changes: ContactChanges,
  ground: Ground,
): { after: ContactFields; errors: Record<string, LocalizedText> } {
  const was = before ?? { ...EMPTY_CONTACT, language: ground.language }
  const { archived: _, phone: number, customFields, ...plain } = changes
  const definedFields = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const phone = number === undefined ? { fields: {} } : phoneFields(number, ground.country)
  const custom = customOf(before, customFields ?? {}, ground)
  const after: ContactFields = { ...was, ...definedFields, ...phone.fields, custom: custom.values }
  // A changed number is not shared unless the change says so, and a missing number cannot be shared.
  if (after.phone === null || (after.phone !== was.phone && changes.sharesPhone === undefined))
    after.sharesPhone = false
  after.birthday = keepBirthYear(was.birthday, after.birthday, ground)
  return {
    after,
    errors: {
      ...(phone.message === undefined ? {} : { phone: phone.message }),
      ...dateErrors({ hireDate: changes.hireDate, birthday: changes.birthday }, ground.today),
      ...custom.errors,
    },
  }
}

/** Returns the errors of changes that would be wrong for every contact, by field. */
export function changeErrors(changes: ContactChanges, ground: Ground): Record<string, LocalizedText> {
  return revised({ ...EMPTY_CONTACT, language: ground.language }, changes, ground).errors
}

/** A member who cannot see the birth year does not remove it by saving the same day. */
function keepBirthYear(was: string | null, is: string | null, { canSeeSensitive }: Ground): string | null {
  return !canSeeSensitive && was !== null && is?.length === 5 && was.endsWith(is) ? was : is
}

function customOf(
  before: ContactFields | null,
  customFields: NonNullable<ContactChanges['customFields']>,
  { fields, country, canSeeSensitive }: Ground,
): { values: ContactFields['custom']; errors: Record<string, LocalizedText> } {
  const hidden = new Set(canSeeSensitive ? [] : fields.filter((field) => field.sensitive).map((field) => field.key))
  const open = Object.fromEntries(Object.entries(customFields).filter(([key]) => !hidden.has(key)))
  const visibleFields = fields.filter((field) => !hidden.has(field.key))
  const { values, errors } = checkCustom(visibleFields, open, {
    country,
    partial: before !== null,
    before: before?.custom ?? {},
  })
  const remaining = Object.entries({ ...before?.custom, ...values }).filter(([, value]) => value !== null)
  const refused = Object.keys(customFields).filter((key) => hidden.has(key))
  return {
    values: Object.fromEntries(remaining) as ContactFields['custom'],
    errors: {
      ...errors,
      ...Object.fromEntries(refused.map((key) => [`custom.${key}`, ASK_ADMIN])),
    },
  }
}

const ASK_ADMIN: LocalizedText = msg({ message: 'Ask an owner or admin to change this.' })

function phoneFields(
  text: string,
  country: string,
): { fields: Partial<Pick<ContactFields, 'phone' | 'phoneKind'>>; message?: LocalizedText } {
  if (text === '') return { fields: { phone: null, phoneKind: 'unknown' } }
  const parsed = parsePhone(text, country)
  if (!parsed) return { fields: {}, message: phoneHelp(text) }
  return { fields: { phone: parsed.e164, phoneKind: parsed.kind } }
}

function phoneHelp(text: string): LocalizedText {
  const digits = text.replace(/\D/g, '').length
  return digits > 0 && digits < 10
    ? msg({
        message: 'This number has {digits} digits. Enter a mobile number with its area code, like (555) 010-2233.',
        values: { digits },
      })
    : msg({ message: 'Enter a mobile number with its area code, like (555) 010-2233.' })
}
