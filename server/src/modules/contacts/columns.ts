import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { Locale } from '@crewline/contract/accounts'
import { localize } from '../../kernel/i18n/localize.ts'
import { EXPORT_COLUMNS } from '@crewline/contract/contact-columns'
import type { Contact, CustomValue } from '@crewline/contract/contacts'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import type { FieldRule } from '../fields/index.ts'

/** A column available in every contact list. */
export type StandardColumn = (typeof EXPORT_COLUMNS)[number]

/** The column header of each field. */
export const LABELS: Record<StandardColumn, LocalizedText> = {
  firstname: msg({ message: 'First name' }),
  lastname: msg({ message: 'Last name' }),
  preferredName: msg({ message: 'Preferred name' }),
  phone: msg({ message: 'Mobile' }),
  email: msg({ message: 'Email' }),
  employeeId: msg({ message: 'Employee ID' }),
  jobTitle: msg({ message: 'Job title' }),
  department: msg({ message: 'Department' }),
  location: msg({ message: 'Location' }),
  language: msg({ message: 'Language' }),
  timezone: msg({ message: 'Time zone' }),
  work: msg({ message: 'Status' }),
  hireDate: msg({ message: 'Hire date' }),
  birthday: msg({ message: 'Birthday' }),
  groups: msg({ message: 'Groups' }),
  shifts: msg({ message: 'Shift' }),
  reach: msg({ message: 'Can get texts' }),
  optedOutAt: msg({ message: 'Opted out', context: 'column' }),
  source: msg({ message: 'Source', context: 'column' }),
  createdAt: msg({ message: 'Added', context: 'column' }),
}

const WORK: Record<Contact['work'], LocalizedText> = {
  active: msg({ message: 'Active', context: 'contact' }),
  on_leave: msg({ message: 'On leave' }),
  terminated: msg({ message: 'Terminated', context: 'contact' }),
  blocked: msg({ message: 'Blocked' }),
}

const REACH: Record<Contact['reach'], LocalizedText> = {
  can_text: msg({ message: 'Can get texts' }),
  opted_out: msg({ message: 'Opted out', context: 'contact' }),
  no_mobile: msg({ message: 'No mobile' }),
  landline: msg({ message: 'Landline' }),
  not_in_use: msg({ message: 'Not in use' }),
}

const SOURCES: Record<Contact['source'], LocalizedText> = {
  manual: msg({ message: 'Added by a teammate' }),
  import: msg({ message: 'Import' }),
  hris: msg({ message: 'HR system' }),
  optin: msg({ message: 'Opt-in page' }),
  inbound: msg({ message: 'Texted you first' }),
  demo: msg({ message: 'Sample data' }),
  parent: msg({ message: 'Parent organization' }),
  transfer: msg({ message: 'Transferred from another organization' }),
}

const YES = msg({ message: 'Yes' })
const NO = msg({ message: 'No' })

/** A file column: its header, and its cell for a contact. */
export interface Column {
  header: string
  cell(contact: Contact): string
}

/** Returns the column with this name in a language, or undefined when it does not exist. */
export function columnOf(name: string, fields: readonly FieldRule[], locale: Locale): Column | undefined {
  if (name.startsWith(CUSTOM_PREFIX)) {
    const field = fields.find((candidate) => candidate.key === name.slice(CUSTOM_PREFIX.length))
    return (
      field && { header: field.name, cell: (contact) => customCell(field, contact.customFields[field.key], locale) }
    )
  }
  if (!isStandard(name)) return undefined
  return { header: localize(LABELS[name], locale), cell: (contact) => standardCell(name, contact, locale) }
}

/** Returns the label of a field named by a filter or an audit entry. */
export function attributeText(name: string, fields: readonly FieldRule[], locale: Locale): string | undefined {
  if (name === 'reach') return undefined
  return columnOf(name === 'status' ? 'work' : name, fields, locale)?.header
}

function isStandard(name: string): name is StandardColumn {
  return (EXPORT_COLUMNS as readonly string[]).includes(name)
}

function standardCell(name: StandardColumn, contact: Contact, locale: Locale): string {
  if (name === 'work') return localize(WORK[contact.work], locale)
  if (name === 'reach') return localize(REACH[contact.reach], locale)
  if (name === 'source') return localize(SOURCES[contact.source], locale)
  if (name === 'groups') return contact.groups.map((group) => group.name).join('; ')
  if (name === 'shifts') return contact.shifts.map((shift) => shift.name).join('; ')
  return contact[name] ?? ''
}

function customCell(field: FieldRule, value: CustomValue | undefined, locale: Locale): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return localize(value ? YES : NO, locale)
  if (field.type !== 'select' && field.type !== 'multiselect') return String(value)
  return [value]
    .flat()
    .flatMap((id) => field.options.find((option) => option.id === id)?.label ?? [])
    .join('; ')
}
