import type { Contact, CustomValue } from '@crewline/contract/contacts'
import type { CustomField } from '@crewline/contract/fields'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'

/** The standard fields of a contact, besides the organization's custom fields. */
export const standardAttributes = [
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
export type StandardAttribute = (typeof standardAttributes)[number]

/** The kind of input a contact field uses. */
export type EventType = 'text' | 'tel' | 'email' | 'language' | 'zone' | 'date' | 'birthday' | 'work' | 'custom'

/** A contact field with its label: a standard one by name, or a custom field as `custom.` and its key. */
export interface Attribute {
  name: string
  label: string
  kind: EventType
  /** The maximum length of a text, in characters. */
  longest?: number
  /** Set for a custom field. */
  field?: CustomField
}

/** The value of a contact field; null for none. */
export type AttributeValue = CustomValue | null

const kinds: Partial<Record<StandardAttribute, EventType>> = {
  phone: 'tel',
  email: 'email',
  language: 'language',
  timezone: 'zone',
  birthday: 'birthday',
  work: 'work',
  hireDate: 'date',
}

/** Returns the kind of a standard field. */
export function kindOf(name: StandardAttribute): EventType {
  return kinds[name] ?? 'text'
}

function isStandard(name: string): name is StandardAttribute {
  return (standardAttributes as readonly string[]).includes(name)
}

/** Returns the value of a contact's field; null for an unknown field. */
export function valueOf(contact: Contact, name: string): AttributeValue {
  if (name.startsWith(CUSTOM_PREFIX)) return contact.customFields[name.slice(CUSTOM_PREFIX.length)] ?? null
  if (name === 'phone') return contact.phoneDisplay ?? ''
  return isStandard(name) ? contact[name] : null
}

// These are empty as null, the others as an empty string.
const nullable = new Set<string>(['timezone', 'hireDate', 'birthday'])

/** Returns the request body that sets a field to this value. */
export function changeOf(name: string, value: AttributeValue): Record<string, unknown> {
  if (name.startsWith(CUSTOM_PREFIX)) return { customFields: { [name.slice(CUSTOM_PREFIX.length)]: value } }
  return { [name]: nullable.has(name) ? value || null : (value ?? '') }
}

/** Returns the optimistic change of the record; empty for the phone number, because the server parses it. */
export function guessOf(contact: Contact, name: string, value: AttributeValue): Partial<Contact> {
  if (name === 'phone') return {}
  if (!name.startsWith(CUSTOM_PREFIX)) return changeOf(name, value)
  const { [name.slice(CUSTOM_PREFIX.length)]: _before, ...others } = contact.customFields
  return { customFields: value === null ? others : { ...others, [name.slice(CUSTOM_PREFIX.length)]: value } }
}

/** Returns the system that manages a locked field; undefined when it can be edited here. */
export function keeperOf({ locked }: Pick<Contact, 'locked'>, name: string): string | undefined {
  return locked[name] ?? (name.startsWith(CUSTOM_PREFIX) ? locked[name.slice(CUSTOM_PREFIX.length)] : undefined)
}

/** Returns whether two values are equal. */
export function isSameValue(first: AttributeValue, second: AttributeValue): boolean {
  // A typed number is a string until the server has parsed it.
  const plain = (value: AttributeValue) =>
    JSON.stringify(typeof value === 'number' ? String(value) : value === '' ? null : value)
  return plain(first) === plain(second)
}

/** A birthday in its parts; unknown parts are empty. */
export interface BirthdayParts {
  month: string
  day: string
  year: string
}

/** Splits YYYY-MM-DD or MM-DD into its parts. */
export function birthdayParts(value: AttributeValue): BirthdayParts {
  const [, year = '', month = '', day = ''] = /^(?:(\d{4})-)?(\d\d)-(\d\d)$/.exec(String(value ?? '')) ?? []
  return { month, day: day.replace(/^0/, ''), year }
}

/** Formats a birthday; null when it is empty, undefined while the date does not exist. */
export function birthdayOf({ month, day, year }: BirthdayParts): string | null | undefined {
  if (month === '' && day === '' && year === '') return null
  if (!/^\d{2}$/.test(month) || !/^\d{1,2}$/.test(day) || !/^(\d{4})?$/.test(year)) return undefined
  // Without a year, February 29 is valid.
  const date = new Date(Date.UTC(Number(year || 2000), Number(month) - 1, Number(day)))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  const written = `${month}-${day.padStart(2, '0')}`
  return year ? `${year}-${written}` : written
}
