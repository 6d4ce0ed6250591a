import { contactLanguages } from '@crewline/contract/locales'
import { HR_TEXT_MAX } from '@crewline/contract/hr-limits'
import { dateOrderOf, readBirthday, readDate, readStatus, splitName } from '../../imports/index.ts'
import { fieldOf, ScimRefused, withBooleans } from '../../scim/index.ts'
import { EMPLOYEE_MAX, emailFrom, extraFrom, lineFrom } from '../employee-rules.ts'
import type { Employee } from '../provider.ts'

/** The extension of SCIM for people who work somewhere (RFC 7643, 4.3). */
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const NAME_PARTS = ['formatted', 'familyName', 'givenName', 'middleName']
const LIST_PARTS = ['value', 'type', 'primary']
/** No street: where someone lives is not our business. */
const ADDRESS_PARTS = ['formatted', 'locality', 'region', 'country', 'type', 'primary']
/** Elements of a list, extensions, and attributes of an extension that are kept. */
const MOST = { elements: 10, extensions: 5, attributes: 40 } as const

type Resource = Record<string, unknown>

/** A worker as a client wants them. */
export interface Worker {
  userName: string
  externalId: string | null
  isActive: boolean
  /** What is kept of the resource: known attributes and extensions, in one line each. */
  resource: Resource
}

/**
 * Reads a user resource; fails with 400 for one without a user name. What is not known is left out; `isActive` is what holds
 * when the resource does not say.
 */
export function workerFrom(sent: unknown, isActive = true): Worker {
  const userName = line(fieldOf(sent, 'userName'))
  if (userName === '') throw new ScimRefused(400, 'userName is required.', 'invalidValue')
  const externalId = line(fieldOf(sent, 'externalId')) || null
  const active = withBooleans(fieldOf(sent, 'active') ?? isActive, 'active')
  // Someone who left would be added again and get texts.
  if (typeof active !== 'boolean') throw new ScimRefused(400, 'active must be true or false.', 'invalidValue')
  const texts = ['displayName', 'nickName', 'title', 'userType', 'preferredLanguage']
  return {
    userName,
    externalId,
    isActive: active,
    resource: filled({
      ...Object.fromEntries(texts.map((name) => [name, line(fieldOf(sent, name))])),
      name: partsOf(fieldOf(sent, 'name'), NAME_PARTS),
      emails: elementsOf(fieldOf(sent, 'emails'), LIST_PARTS),
      phoneNumbers: elementsOf(fieldOf(sent, 'phoneNumbers'), LIST_PARTS),
      addresses: elementsOf(fieldOf(sent, 'addresses'), ADDRESS_PARTS),
      ...extensionsFrom(sent),
    }),
  }
}

function line(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' ? lineFrom(text, HR_TEXT_MAX) : ''
}

function partsOf(value: unknown, names: string[]): Resource | undefined {
  const parts = filled(
    Object.fromEntries(
      names.map((name) => {
        const part = withBooleans(fieldOf(value, name), name)
        if (name === 'type') return [name, line(part).toLowerCase()]
        return [name, name === 'primary' ? part === true || undefined : line(part)]
      }),
    ),
  )
  return Object.keys(parts).length > 0 ? parts : undefined
}

function elementsOf(value: unknown, names: string[]): Resource[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: unknown[] = value
  const elements = items
    .slice(0, MOST.elements)
    .map((item) => partsOf(item, names))
    .filter((item) => item !== undefined)
  return elements.length > 0 ? elements : undefined
}

function extensionsFrom(sent: unknown): Resource {
  if (typeof sent !== 'object' || sent === null) return {}
  const named = Object.entries(sent).filter(([name]) => isExtension(name))
  return Object.fromEntries(
    named.slice(0, MOST.extensions).flatMap(([name, value]: [string, unknown]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
      const attributes = Object.entries(value)
        .filter(([attribute]) => /^[\w-]{1,60}$/.test(attribute))
        .slice(0, MOST.attributes)
      const kept = filled(
        Object.fromEntries(attributes.map(([attribute, part]: [string, unknown]) => [attribute, attributeFrom(part)])),
      )
      // The name of the extension that everyone knows is written as the standard has it.
      const isEnterprise = name.toLowerCase() === ENTERPRISE_SCHEMA.toLowerCase()
      return Object.keys(kept).length > 0 ? [[isEnterprise ? ENTERPRISE_SCHEMA : name, kept]] : []
    }),
  )
}

function attributeFrom(part: unknown): unknown {
  return typeof part === 'object' ? partsOf(part, ['value', 'displayName']) : line(part)
}

/** Whether a name is one of an extension. Okta puts the custom attributes of an app below a name of its own. */
export function isExtension(name: string): boolean {
  return /^urn:[\w.:-]{1,200}$/i.test(name) && !/^urn:ietf:params:scim:(?:schemas:core|api):/i.test(name)
}

function filled(parts: Resource): Resource {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== ''))
}

/**
 * Reads the person of a worker. `today` is YYYY-MM-DD: someone who begins later is not added yet. Dates such as 3/4/2026 are
 * read as people in `country` write them.
 */
export function employeeFrom({
  personKey,
  worker,
  today,
  country,
}: {
  personKey: string
  worker: Worker
  today: string
  country: string
}) {
  const { resource, userName, isActive } = worker
  const extra = extrasOf(resource)
  const phones = kindsOf(resource['phoneNumbers'])
  const emails = kindsOf(resource['emails'])
  const addresses = Array.isArray(resource['addresses']) ? (resource['addresses'] as Resource[]) : []
  const address = addresses.find(({ type }) => type === 'work') ?? addresses[0]
  const city = line(fieldOf(address, 'locality'))
  const site = extra('location', 'site') || line(fieldOf(address, 'formatted')) || city
  const dates = dateOrderOf([], country)
  const startDate = readDate(extra('startdate', 'hiredate', 'employeehiredate'), dates, Number(today.slice(0, 4))) ?? ''
  const status = readStatus(extra('status', 'employmentstatus', 'workerstatus'))
  const max = EMPLOYEE_MAX.name
  const employee: Employee = {
    externalId: personKey,
    ...namesOf(resource),
    preferredName: lineFrom(line(resource['nickName']) || extra('preferredname'), max),
    personalPhone: lineFrom(phones(['mobile', 'home', '']), EMPLOYEE_MAX.phone),
    workPhone: lineFrom(phones(['work']), EMPLOYEE_MAX.phone),
    personalEmail: emailFrom(emails(['home', 'other'])),
    workEmail: emailFrom(emails(['work', '']) || userName),
    workId: lineFrom(extra('employeenumber', 'employeeid'), EMPLOYEE_MAX.id),
    title: lineFrom(line(resource['title']), EMPLOYEE_MAX.work),
    department: lineFrom(extra('department'), EMPLOYEE_MAX.work),
    site: lineFrom(site, EMPLOYEE_MAX.work),
    city: lineFrom(city, EMPLOYEE_MAX.work),
    startDate,
    birthday: readBirthday(extra('birthday', 'dateofbirth'), dates, Number(today.slice(0, 4))) ?? '',
    status: !isActive || status === 'terminated' ? 'left' : statusOf(status, startDate > today),
    language: languageFrom(line(resource['preferredLanguage'])),
    isContractor: /contract|contingent/i.test(line(resource['userType'])),
    extra: extraFrom(furtherAttributes(resource)),
  }
  return employee
}

/** Reads a language such as es-MX; undefined for one that no text is written in. */
function languageFrom(text: string): string | undefined {
  const [language = ''] = text.toLowerCase().split(/[-_,;]/)
  return contactLanguages.includes(language) ? language : undefined
}

function statusOf(status: string | undefined, isLater: boolean): Employee['status'] {
  if (isLater) return 'not_yet'
  return status === 'on_leave' ? 'on_leave' : 'active'
}

function namesOf(resource: Resource): { firstName: string; lastName: string } {
  const max = EMPLOYEE_MAX.name
  const name = resource['name']
  const [given, family] = [line(fieldOf(name, 'givenName')), line(fieldOf(name, 'familyName'))]
  const isNamed = given !== '' || family !== ''
  const split = splitName(line(fieldOf(name, 'formatted')) || line(resource['displayName']))
  return {
    firstName: lineFrom(isNamed ? given : split.firstname, max),
    lastName: lineFrom(isNamed ? family : split.lastname, max),
  }
}

/** The attributes of every extension, and the type of a worker; a manager by name. */
function furtherAttributes(resource: Resource): [string, unknown][] {
  const extensions = Object.entries(resource).filter(([schema]) => isExtension(schema))
  const own = extensions.flatMap(([, value]) => Object.entries(value as Resource))
  const named = own.map(([name, part]): [string, unknown] => [
    name,
    typeof part === 'object' ? line(fieldOf(part, 'displayName')) || line(fieldOf(part, 'value')) : part,
  ])
  return [...named, ['userType', resource['userType']]]
}

/** Finds an attribute of any extension by one of these names, in lower case. */
function extrasOf(resource: Resource): (...names: string[]) => string {
  const all = new Map(
    Object.entries(resource).flatMap(([schema, value]) =>
      isExtension(schema)
        ? Object.entries(value as Resource).map(([name, part]) => [name.toLowerCase(), line(part)] as const)
        : [],
    ),
  )
  return (...names) => names.map((name) => all.get(name) ?? '').find((value) => value !== '') ?? ''
}

/** Finds the value of a list by type; the primary one of a type first. */
function kindsOf(list: unknown): (types: string[]) => string {
  const elements = Array.isArray(list) ? (list as Resource[]) : []
  return (types) => {
    for (const type of types) {
      const fitting = elements.filter((element) => line(element['type']).toLowerCase() === type)
      const found = fitting.find(({ primary }) => primary === true) ?? fitting[0]
      if (found) return line(found['value'])
    }
    return ''
  }
}
