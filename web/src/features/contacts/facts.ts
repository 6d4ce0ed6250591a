import type { Contact, CustomValue } from '@crewline/contract/contacts'
import type { CustomField } from '@crewline/contract/fields'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'

/** The facts about a worker that people write, besides the organization's own fields. */
export const standardFacts = [
  'firstname',
  'lastname',
  'preferredName',
  'phone',
  'email',
  'language',
  'timezone',
  'birthday',
  'employeeId',
  'work',
  'jobTitle',
  'department',
  'location',
  'hireDate',
] as const
export type StandardFact = (typeof standardFacts)[number]

/** What kind of input a fact is written with. */
export type FactKind = 'text' | 'tel' | 'email' | 'language' | 'zone' | 'date' | 'birthday' | 'work' | 'custom'

/** A fact with its words: a standard one by name, or an own field as `custom.` and its key. */
export interface Fact {
  name: string
  label: string
  kind: FactKind
  /** Characters at most, for text. */
  longest?: number
  /** The own field it is. */
  field?: CustomField
}

/** What a fact says; null for nothing. */
export type FactValue = CustomValue | null

const kinds: Partial<Record<StandardFact, FactKind>> = {
  phone: 'tel',
  email: 'email',
  language: 'language',
  timezone: 'zone',
  birthday: 'birthday',
  work: 'work',
  hireDate: 'date',
}

/** The kind of a standard fact. */
export function kindOf(name: StandardFact): FactKind {
  return kinds[name] ?? 'text'
}

function isStandard(name: string): name is StandardFact {
  return (standardFacts as readonly string[]).includes(name)
}

/** What a worker's record says about a fact; an unknown one says nothing. */
export function valueOf(contact: Contact, name: string): FactValue {
  if (name.startsWith(CUSTOM_PREFIX)) return contact.customFields[name.slice(CUSTOM_PREFIX.length)] ?? null
  if (name === 'phone') return contact.phoneDisplay ?? ''
  return isStandard(name) ? contact[name] : null
}

// Of these nothing is said by null, of the others by an empty text.
const nullable = new Set<string>(['timezone', 'hireDate', 'birthday'])

/** The change that makes a fact say this. */
export function changeOf(name: string, value: FactValue): Record<string, unknown> {
  if (name.startsWith(CUSTOM_PREFIX)) return { customFields: { [name.slice(CUSTOM_PREFIX.length)]: value } }
  return { [name]: nullable.has(name) ? value || null : (value ?? '') }
}

/** What of the record changes at once by such a change; the number only when the server has read it. */
export function guessOf(contact: Contact, name: string, value: FactValue): Partial<Contact> {
  if (name === 'phone') return {}
  if (!name.startsWith(CUSTOM_PREFIX)) return changeOf(name, value)
  const { [name.slice(CUSTOM_PREFIX.length)]: _before, ...others } = contact.customFields
  return { customFields: value === null ? others : { ...others, [name.slice(CUSTOM_PREFIX.length)]: value } }
}

/** Whose a fact is when another system keeps it; undefined when it is ours to change. */
export function keeperOf({ locked }: Pick<Contact, 'locked'>, name: string): string | undefined {
  return locked[name] ?? (name.startsWith(CUSTOM_PREFIX) ? locked[name.slice(CUSTOM_PREFIX.length)] : undefined)
}

/** Whether two values say the same. */
export function isSameValue(one: FactValue, other: FactValue): boolean {
  // A number that was typed is a text until the server has read it.
  const plain = (value: FactValue) =>
    JSON.stringify(typeof value === 'number' ? String(value) : value === '' ? null : value)
  return plain(one) === plain(other)
}

/** A birthday in its parts; empty ones are not known. */
export interface BirthdayParts {
  month: string
  day: string
  year: string
}

/** Reads YYYY-MM-DD or MM-DD into its parts. */
export function birthdayParts(value: FactValue): BirthdayParts {
  const [, year = '', month = '', day = ''] = /^(?:(\d{4})-)?(\d\d)-(\d\d)$/.exec(String(value ?? '')) ?? []
  return { month, day: day.replace(/^0/, ''), year }
}

/** Writes a birthday; null when it is empty, undefined while it is not a day that exists. */
export function birthdayOf({ month, day, year }: BirthdayParts): string | null | undefined {
  if (month === '' && day === '' && year === '') return null
  if (!/^\d{2}$/.test(month) || !/^\d{1,2}$/.test(day) || !/^(\d{4})?$/.test(year)) return undefined
  // Without a year somebody may be born on a leap day.
  const date = new Date(Date.UTC(Number(year || 2000), Number(month) - 1, Number(day)))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  const written = `${month}-${day.padStart(2, '0')}`
  return year ? `${year}-${written}` : written
}
