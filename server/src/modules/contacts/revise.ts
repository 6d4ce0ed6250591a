import type { Words } from '@crewline/contract/words'
import type { ContactDraft } from '@crewline/contract/contacts'
import { parsePhone } from '@crewline/contract/phone'
import { checkCustom, type FieldRule } from '../fields/index.ts'
import { dateErrors } from './rules.ts'
import type { ContactFields } from './store/people.ts'

/** The fields of a worker that may change; what is left out stays. */
export type ContactChanges = Partial<{
  [Field in keyof ContactDraft | 'archived']: (ContactDraft & { archived: boolean })[Field] | undefined
}>

/** What a change is judged by. */
export interface Ground {
  /** ISO 3166: the country of numbers without one. */
  country: string
  /** The organization's day, YYYY-MM-DD. */
  today: string
  fields: readonly FieldRule[]
  seesSensitive: boolean
}

/** A contact about whom nothing is known yet. */
export const NOBODY: ContactFields = {
  ...{
    firstname: '',
    lastname: '',
    preferredName: '',
    phone: null,
    phoneKind: 'unknown',
    sharesPhone: false,
    email: '',
  },
  ...{ employeeId: '', language: 'en', jobTitle: '', department: '', location: '', timezone: null, hireDate: null },
  ...{ birthday: null, work: 'active', custom: {} },
}

/**
 * A contact as the changes make them, with words by field for what cannot be; nothing of it is looked up. Of nobody, all
 * that is required must be given; of somebody, only what is given is judged.
 */
export function revised(
  before: ContactFields | null,
  changes: ContactChanges,
  ground: Ground,
): { after: ContactFields; errors: Record<string, Words> } {
  const was = before ?? NOBODY
  const { archived: _, phone: number, customFields, ...plain } = changes
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const phone = number === undefined ? { fields: {} } : phoneFields(number, ground.country)
  const custom = customOf(before, customFields ?? {}, ground)
  const after: ContactFields = { ...was, ...given, ...phone.fields, custom: custom.values }
  // Another number is nobody else's until somebody says so; no number is shared with nobody.
  if (after.phone === null || (after.phone !== was.phone && changes.sharesPhone === undefined))
    after.sharesPhone = false
  after.birthday = keptYear(was.birthday, after.birthday, ground)
  return {
    after,
    errors: {
      ...(phone.words === undefined ? {} : { phone: phone.words }),
      ...dateErrors({ hireDate: changes.hireDate, birthday: changes.birthday }, ground.today),
      ...custom.errors,
    },
  }
}

/** Who does not see the year of a birthday does not take it away by saving the same day. */
function keptYear(was: string | null, is: string | null, { seesSensitive }: Ground): string | null {
  return !seesSensitive && was !== null && is?.length === 5 && was.endsWith(is) ? was : is
}

function customOf(
  before: ContactFields | null,
  given: NonNullable<ContactChanges['customFields']>,
  { fields, country, seesSensitive }: Ground,
): { values: ContactFields['custom']; errors: Record<string, Words> } {
  const hidden = new Set(seesSensitive ? [] : fields.filter((field) => field.sensitive).map((field) => field.key))
  const open = Object.fromEntries(Object.entries(given).filter(([key]) => !hidden.has(key)))
  const seen = fields.filter((field) => !hidden.has(field.key))
  const { values, errors } = checkCustom(seen, open, {
    country,
    partial: before !== null,
    before: before?.custom ?? {},
  })
  const kept = Object.entries({ ...before?.custom, ...values }).filter(([, value]) => value !== null)
  const refused = Object.keys(given).filter((key) => hidden.has(key))
  return {
    values: Object.fromEntries(kept) as ContactFields['custom'],
    errors: {
      ...errors,
      ...Object.fromEntries(refused.map((key) => [`custom.${key}`, ASK])),
    },
  }
}

const ASK: Words = {
  en: 'Ask an owner or admin to change this.',
  es: 'Pide a un propietario o administrador que cambie esto.',
}

function phoneFields(
  text: string,
  country: string,
): { fields: Partial<Pick<ContactFields, 'phone' | 'phoneKind'>>; words?: Words } {
  if (text === '') return { fields: { phone: null, phoneKind: 'unknown' } }
  const parsed = parsePhone(text, country)
  if (!parsed) return { fields: {}, words: phoneHelp(text) }
  return { fields: { phone: parsed.e164, phoneKind: parsed.kind } }
}

function phoneHelp(text: string): Words {
  const digits = text.replace(/\D/g, '').length
  return digits > 0 && digits < 10
    ? {
        en: `This number has ${digits} digits. Enter a mobile number with its area code, like (555) 010-2233.`,
        es: `Este número tiene ${digits} dígitos. Escribe un número móvil con su código de área, como (555) 010-2233.`,
      }
    : {
        en: 'Enter a mobile number with its area code, like (555) 010-2233.',
        es: 'Escribe un número móvil con su código de área, como (555) 010-2233.',
      }
}
