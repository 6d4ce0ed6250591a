import type { CustomValue } from '@crewline/contract/contacts'
import { HrField, type HrFix, type HrRowKind, type HrSettings } from '@crewline/contract/hr'
import type { LocalizedText } from '@crewline/contract/words'
import { parsePhone } from '@crewline/contract/phone'
import { folded } from '../../kernel/text.ts'
import { changedCustom, customLocks, seenCustom, valuesByKey, type CustomEntry } from './custom-rules.ts'
import { atSource, NAME_OF_ERASED, nameOfErased, problemOf, takenBy, type Problem } from './problem-rules.ts'
import type { Employee } from './provider.ts'
import { lockedFields } from './settings-rules.ts'

/** The values of the HR system by field of a contact; empty where it has none. */
export type Values = Record<HrField, string>

/** What is remembered of a person: the values that were applied last, their status, and custom fields as `custom.<key>`. */
export type Seen = Partial<Values> & { work?: string } & Partial<Record<`custom.${string}`, string>>

/** A contact as a sync compares it. */
export interface KnownContact {
  id: string
  fields: Values
  custom: Record<string, CustomValue>
  phoneKind: string
  sharesPhone: boolean
  work: string
  isArchived: boolean
  locked: Record<string, string>
  isStranger: boolean
}

/** The link of a person before this sync. */
export interface Link {
  state: 'linked' | 'left' | 'problem' | 'ignored' | 'erased'
  contactId: string | null
  seen: Seen
  fix: HrFix | null
  fixContactId: string | null
}

/** What is known about a person when they are compared. */
export interface Case {
  /** Null when they are not listed any more. */
  employee: Employee | null
  isUnreadable: boolean
  /** What the source of the entry found wrong with it. */
  readProblem: LocalizedText | null
  link: Link | undefined
  /** The linked contact. */
  contact: KnownContact | undefined
  /** A contact with the employee id that no person is linked to. */
  byEmployeeId: KnownContact | undefined
  /** The active contact that owns the number. */
  owner: KnownContact | undefined
  /** Whether a person is linked to that owner. */
  isOwnerLinked: boolean
  /** An archived contact with the number or employee id, and the same last name, that no person is linked to. */
  archived: KnownContact | undefined
  /** Whether an earlier row of this sync has the same number. */
  isPhoneTwice: boolean
  settings: HrSettings
  /** The country of numbers without one. */
  country: string
  system: string
  /** What the source has for custom fields. */
  custom: readonly CustomEntry[]
}

/** What a sync does with a person. */
export interface Verdict {
  kind: HrRowKind
  /** The contact it concerns; null for a new one. */
  contactId: string | null
  /** The fields to write. */
  draft: Record<string, unknown>
  /** The changed fields before, for the reader. */
  before: Record<string, unknown>
  locked: Record<string, string>
  seen: Seen
  problem: Problem | null
  /** The whole name, when the draft changes it. */
  name: { firstname: string; lastname: string } | null
}

/** Reads the values of a person as the settings say, with the number in E.164 where it is valid. */
export function valuesOf(employee: Employee, settings: HrSettings, country: string): Values {
  const { phoneFrom, emailFrom, locationFrom } = settings
  const phone = pick(phoneFrom, employee.personalPhone, employee.workPhone, 'personal')
  return {
    firstname: employee.firstName,
    lastname: employee.lastName,
    preferredName: employee.preferredName === employee.firstName ? '' : employee.preferredName,
    phone: parsePhone(phone, country)?.e164 ?? '',
    email: pick(emailFrom, employee.workEmail, employee.personalEmail, 'work').toLowerCase(),
    employeeId: employee.workId,
    jobTitle: employee.title,
    department: employee.department,
    location: locationFrom === 'city' ? employee.city : employee.site || employee.city,
    hireDate: employee.startDate,
    birthday: employee.birthday,
  }
}

/** Returns the number as it is written at the HR system, when it is no valid number. */
export function invalidPhone(employee: Employee, settings: HrSettings, country: string): string | null {
  const text = pick(settings.phoneFrom, employee.personalPhone, employee.workPhone, 'personal')
  return text !== '' && !parsePhone(text, country) ? text : null
}

function pick(from: string, first: string, second: string, firstName: string): string {
  if (from === 'any') return first || second
  return from === firstName ? first : second
}

/** Decides what a sync does with one person, without any lookup. */
export function compare(all: Case): Verdict {
  const isNamesake = all.readProblem?.message === NAME_OF_ERASED.message
  const given = isNamesake ? { ...all, readProblem: null } : all
  const { employee, link, contact, settings, readProblem } = given
  if (link?.state === 'erased') return verdict('skip')
  if (link?.state === 'ignored' || link?.fix === 'ignore') return verdict('skip', contact?.id)
  if (given.isUnreadable || (employee && employee.firstName === '' && employee.lastName === '' && !contact))
    return {
      ...verdict('problem', contact?.id),
      problem: readProblem ? atSource(readProblem) : problemOf('unreadable'),
    }
  if (!employee || employee.status === 'left') return leaving(given)
  if (contact) {
    // A member archived or merged away this contact by hand: the HR system does not bring it back.
    if (contact.isArchived && link?.state !== 'left') return verdict('skip', contact.id)
    return withContact(given, contact, link?.state === 'left' ? 'rehire' : 'update')
  }
  if (employee.status === 'not_yet' || (employee.isContractor && !settings.contractors)) return verdict('skip')
  const { location } = valuesOf(employee, settings, given.country)
  if (!isChosen(settings.departments, employee.department) || !isChosen(settings.locations, location))
    return verdict('skip')
  // Any other answer was given after this one.
  if (isNamesake && !link?.fix) return { ...verdict('problem'), problem: nameOfErased() }
  return newcomer(given, employee)
}

/** Whether a value is one of those that were chosen, in any case of its letters; none chosen means all. */
function isChosen(chosen: readonly string[], value: string): boolean {
  return chosen.length === 0 || chosen.some((candidate) => folded(candidate) === folded(value))
}

function leaving({ link, contact, settings }: Case): Verdict {
  if (!contact || link?.state !== 'linked') return verdict(link ? 'unchanged' : 'skip', contact?.id)
  if (contact.isArchived) return verdict('skip', contact.id)
  const isOver = contact.work === 'terminated' || contact.work === 'blocked'
  return {
    ...verdict('leave', contact.id),
    draft: isOver ? {} : { work: 'terminated' },
    before: settings.onLeave === 'archive' ? { work: contact.work, archived: false } : { work: contact.work },
    seen: { ...link.seen, work: 'left' },
  }
}

function newcomer(given: Case, employee: Employee): Verdict {
  const { byEmployeeId, owner, isOwnerLinked, archived, link, isPhoneTwice } = given
  const values = valuesOf(employee, given.settings, given.country)
  const phone = given.settings.authority.phone === 'off' ? '' : values.phone
  if (byEmployeeId) return withContact(given, byEmployeeId, 'update')
  const isSame = owner && !isOwnerLinked && (owner.isStranger || isSameName(owner, values))
  if (owner && (isSame || (link?.fix === 'same' && !isOwnerLinked && link.fixContactId === owner.id)))
    return withContact(given, owner, 'update')
  if (archived) return withContact(given, archived, 'rehire')
  const isRead = given.settings.authority.phone !== 'off'
  const invalid = isRead ? invalidPhone(employee, given.settings, given.country) : null
  if (invalid && link?.fix !== 'without_phone') return { ...verdict('problem'), problem: problemOf('phone', invalid) }
  if ((owner || isPhoneTwice) && phone !== '' && link?.fix !== 'share' && link?.fix !== 'without_phone')
    return { ...verdict('problem'), problem: takenBy(owner, isOwnerLinked) }
  return creation(given, values, phone)
}

function creation(
  { settings, system, link, employee, country, readProblem, custom }: Case,
  values: Values,
  phone: string,
): Verdict {
  const isRead = (field: HrField) => settings.authority[field] !== 'off' && values[field] !== ''
  const plain = Object.fromEntries(
    Object.entries(values).filter(([field]) => field !== 'phone' && isRead(field as HrField)),
  )
  const isReachable = phone !== '' && link?.fix !== 'without_phone'
  const draft = {
    ...plain,
    ...(custom.length > 0 ? { custom: valuesByKey(custom) } : {}),
    firstname: values.firstname || values.lastname,
    ...(isReachable ? { phone, phoneKind: kindOf(phone, country), sharesPhone: link?.fix === 'share' } : {}),
    work: employee?.status === 'on_leave' ? 'on_leave' : 'active',
  }
  return {
    ...verdict('create'),
    draft,
    locked: { ...locksOf(values, settings, system), ...customLocks(custom, system) },
    seen: { ...values, work: draft.work, ...seenCustom(custom) },
    problem: readProblem && atSource(readProblem),
    name: { firstname: draft.firstname, lastname: values.lastname },
  }
}

function withContact(given: Case, contact: KnownContact, kind: 'update' | 'rehire'): Verdict {
  const { employee, settings, link, system, country, custom } = given
  if (!employee) return verdict('unchanged', contact.id)
  const values = valuesOf(employee, settings, country)
  const seen = link?.seen ?? {}
  const draft: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = name as HrField
    if (value === '' || value === contact.fields[field] || (field === 'phone' && link?.fix === 'without_phone'))
      continue
    const isEmpty = contact.fields[field] === '' || (field === 'firstname' && contact.isStranger)
    const isNew = seen[field] !== undefined && seen[field] !== value
    const authority = settings.authority[field]
    if (authority === 'hr' || (authority === 'newest' && (isNew || isEmpty)) || (authority === 'app' && isEmpty))
      draft[field] = value
  }
  const changed = changedCustom(custom, contact.custom, seen)
  if (changed.length > 0) draft['custom'] = valuesByKey(changed)
  const work = employee.status === 'on_leave' ? 'on_leave' : 'active'
  const isBack = kind === 'rehire' && contact.work !== 'blocked'
  if (contact.work !== work && (isBack || (contact.work !== 'blocked' && seen.work !== work))) draft['work'] = work
  const isNumberNew = 'phone' in draft
  const problem = phoneProblem(given, contact, draft) ?? (given.readProblem && atSource(given.readProblem))
  const isNumberTaken = isNumberNew && !('phone' in draft)
  const locked = { ...locksOf(values, settings, system), ...customLocks(custom, system) }
  const before: Record<string, unknown> = Object.fromEntries(
    Object.keys(draft)
      .filter((field) => field === 'work' || HrField.options.includes(field as HrField))
      .map((field) => [field, field === 'work' ? contact.work : contact.fields[field as HrField]]),
  )
  if (changed.length > 0)
    before['custom'] = Object.fromEntries(changed.map(({ key }) => [key, contact.custom[key] ?? null]))
  const isNamed = 'firstname' in draft || 'lastname' in draft
  const name = isNamed ? { ...contact.fields, ...(draft as Partial<Values>) } : null
  const now: Seen = { ...values, work, ...seenCustom(custom) }
  // A number that could not be taken is still new when it is free.
  if (isNumberTaken) {
    delete now.phone
    if (seen.phone !== undefined) now.phone = seen.phone
  }
  const base = { contactId: contact.id, draft, before, locked, seen: now, problem, name }
  if (kind === 'rehire') return { ...base, kind, before: { ...before, archived: contact.isArchived } }
  if (Object.keys(draft).length > 0) return { ...base, kind }
  const isKnown = link?.state === 'linked' && isSameRecord(link.seen, base.seen)
  const hasLocks = isSameRecord(locked, contact.locked)
  if (problem) return { ...base, kind: 'problem', seen: isKnown ? link.seen : base.seen }
  return { ...base, kind: isKnown && hasLocks ? 'unchanged' : 'seen' }
}

/** Takes a number out of a draft that cannot be written, and says why. */
function phoneProblem(given: Case, contact: KnownContact, draft: Record<string, unknown>): Problem | null {
  const { employee, settings, link, owner, isOwnerLinked, isPhoneTwice, country } = given
  const invalid = employee && settings.authority.phone !== 'off' ? invalidPhone(employee, settings, country) : null
  if (invalid && link?.fix !== 'without_phone') return problemOf('phone', invalid)
  const { phone } = draft
  if (typeof phone !== 'string') return null
  const isTaken = (owner !== undefined && owner.id !== contact.id) || isPhoneTwice
  if (isTaken && link?.fix !== 'share') {
    delete draft['phone']
    return takenBy(owner, isOwnerLinked || owner === undefined)
  }
  draft['phoneKind'] = kindOf(phone, country)
  draft['sharesPhone'] = isTaken
  return null
}

function kindOf(phone: string, country: string): string {
  return parsePhone(phone, country)?.kind ?? 'unknown'
}

function locksOf(values: Values, settings: HrSettings, system: string): Record<string, string> {
  return Object.fromEntries(
    lockedFields(settings)
      .filter((field) => values[field] !== '')
      .map((field) => [field, system]),
  )
}

function isSameRecord(one: object, other: object): boolean {
  const sorted = (record: object) => JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}

function isSameName({ fields }: KnownContact, values: Values): boolean {
  return fields.lastname !== '' && folded(fields.lastname) === folded(values.lastname)
}

function verdict(kind: HrRowKind, contactId: string | null = null): Verdict {
  return { kind, contactId, draft: {}, before: {}, locked: {}, seen: {}, problem: null, name: null }
}
