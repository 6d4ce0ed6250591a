// The rules of SCIM that need no database: which operations a patch asks for, and which filters may be read.

/** A request that SCIM refuses (RFC 7644, 3.12). */
export class ScimRefused extends Error {
  readonly http: number
  readonly scimType: string | undefined

  constructor(http: number, detail: string, scimType?: string) {
    super(detail)
    this.http = http
    this.scimType = scimType
  }
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** One operation of a patch. */
export interface Operation {
  op: 'add' | 'remove' | 'replace'
  path?: string
  value?: unknown
}

const OPERATIONS_MAX = 1_000
/** Operations and list elements of a patch of one user: reading each of them costs time in which nothing else runs. */
const USER_OPERATIONS_MAX = 100

/**
 * Returns the operations of a patch as the grammar wants them. Okta sends values without a path; Entra ID writes `Replace`,
 * booleans as texts, and dotted names as keys. Attributes of extensions are left out unless they are kept.
 */
export function operationsOf(body: unknown, keepsExtensions = false): Operation[] {
  const list = fieldOf(body, 'Operations')
  if (!Array.isArray(list) || list.length > OPERATIONS_MAX)
    throw new ScimRefused(400, 'Operations must be a list of at most 1000 operations.', 'invalidSyntax')
  return list.flatMap((item: unknown) => {
    const op = String(fieldOf(item, 'op')).toLowerCase()
    if (op !== 'add' && op !== 'remove' && op !== 'replace')
      throw new ScimRefused(400, 'op must be add, remove or replace.', 'invalidSyntax')
    const path = fieldOf(item, 'path')
    const value = fieldOf(item, 'value')
    if (typeof path === 'string' && path !== '') return operationAt({ op, path, value }, keepsExtensions)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ScimRefused(400, 'An operation without a path needs an object as its value.', 'invalidValue')
    return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
      operationAt({ op, path: key, value: part }, keepsExtensions),
    )
  })
}

function operationAt(given: Operation & { path: string }, keepsExtensions: boolean): Operation[] {
  const { op, value } = given
  const path = withoutSchema(given.path)
  // Extensions, and what the server alone decides.
  if ((/^urn:/i.test(path) && !keepsExtensions) || ['schemas', 'id', 'meta', 'groups'].includes(path.toLowerCase()))
    return []
  requireReadableOperation({ op, path, value })
  return [{ op, path, ...(value === undefined ? {} : { value: withBooleans(value, path) }) }]
}

/** Refuses a patch of one user that would take long. Each attribute and each element of a list counts. */
export function requireFew(operations: readonly Operation[]): void {
  const count = operations.reduce((sum, { value }) => sum + (Array.isArray(value) ? Math.max(1, value.length) : 1), 0)
  if (count > USER_OPERATIONS_MAX)
    throw new ScimRefused(400, 'A patch of a user has at most 100 operations and list elements.', 'tooMany')
}

/** The name as an object has it already, whatever its case. */
export function nameIn(object: Record<string, unknown>, name: string): string {
  return Object.keys(object).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name
}

/** Counts the members that the operations of a patch list. */
export function membersNamedIn(operations: readonly Operation[]): number {
  return operations.reduce((sum, { path, value }) => {
    if (!/^members\b/i.test(path ?? '')) return sum
    return sum + (Array.isArray(value) ? value.length : 1)
  }, 0)
}

/** Returns a name without the prefix of the core schemas. */
export function withoutSchema(name: string): string {
  for (const schema of [USER_SCHEMA, GROUP_SCHEMA])
    if (name.toLowerCase().startsWith(`${schema.toLowerCase()}:`)) return name.slice(schema.length + 1)
  return name
}

/** Turns the texts "True" and "False" into booleans where a boolean belongs. */
export function withBooleans(value: unknown, path: string): unknown {
  if (typeof value === 'string' && /(^|\.)(active|primary)$/i.test(path)) {
    if (/^true$/i.test(value)) return true
    if (/^false$/i.test(value)) return false
  }
  if (Array.isArray(value)) return value.map((item) => withBooleans(item, path))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withBooleans(item, key)]))
}

/** Returns a field of an object, whatever the object is, and whatever the case of its name (RFC 7643, 2.1). */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Record<string, unknown>
  return fields[name] ?? fields[nameIn(fields, name)]
}

/** A parsed filter: alternatives of attributes that must all fit, as scimmy writes them. */
export type Alternatives = readonly Record<string, unknown>[]

const FILTER_MAX = 1_000
/** The alternatives inside brackets: the parser writes every combination, and each of these may double their number. */
const INNER_ALTERNATIVES_MAX = 6
const BRACKETS_MAX = 40

const lower = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase()))
const OF_OBJECTS = lower([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])
const OF_LISTS = lower(Object.getOwnPropertyNames(Array.prototype))
const COMPARISON_WITH_TEXT = /\b(?:eq|ne|co|sw|ew|gt|lt|ge|le)\s*""/gi

/**
 * Refuses names that every object or list inherits, such as `__proto__`: the parser would write to what all objects share, so
 * that a filter of one organization changed the whole process.
 */
function requireOwnNames(text: string, scimType: string): void {
  const words = text.toLowerCase().split(/[^\w$]+/)
  // A list is met where an attribute is compared and also has parts.
  const withParts = [...text.toLowerCase().matchAll(/([\w$:-]+)\./g)].map(([, word = '']) => word)
  if (words.some((word) => OF_OBJECTS.has(word)) || withParts.some((word) => OF_LISTS.has(word)))
    throw new ScimRefused(400, 'There is no such attribute.', scimType)
}

/**
 * Returns a filter without its texts. The parser ends a text at any quote, and a group at any bracket, also within a text: where
 * that could matter, nothing is left out, so that nothing hides in what only looks like a text.
 */
function withoutTexts(filter: string): { read: string; isWhole: boolean } {
  const read = filter.replaceAll(/"[^"]*"/g, '""')
  const isPlain =
    !filter.match(/"[^"]*"/g)?.some((text) => /[\\()[\]]/.test(text)) &&
    !read.replaceAll(COMPARISON_WITH_TEXT, '').includes('"')
  return isPlain ? { read, isWhole: false } : { read: filter, isWhole: true }
}

/** Refuses a filter that would take long to read, or that the parser reads as something else than it says. */
export function requireReadable(filter: string): void {
  if (filter.length > FILTER_MAX) throw new ScimRefused(400, 'The filter is too long.', 'invalidFilter')
  const { read, isWhole } = withoutTexts(filter)
  requireOwnNames(read, 'invalidFilter')
  let [depth, alternatives, brackets] = [0, 0, 0]
  for (const [part] of read.matchAll(/[()[\]]|(?:(?<![\w.$:/%-])|(?<=true|false|null))or(?![a-z\d])/gi)) {
    if (part === '(' || part === '[') {
      depth += 1
      brackets += 1
    } else if (part === ')' || part === ']') depth -= 1
    else if (depth > 0 || isWhole) alternatives += 1
  }
  if (alternatives > INNER_ALTERNATIVES_MAX || brackets > BRACKETS_MAX)
    throw new ScimRefused(400, 'The filter has too many alternatives.', 'invalidFilter')
  // The parser negates each part of a group by itself, so that `not (a and b)` would become `not a and not b`.
  if (/(?:^|[\s(])not\s*\([^()]*[\s)](?:and|or)[\s(]|(?:^|[\s(])not\s*\([^()]*\(/i.test(read))
    throw new ScimRefused(400, 'A filter can only negate one comparison at a time.', 'invalidFilter')
  requireOneForm(read)
}

/** Refuses conditions on an attribute as a whole and on its parts together, of which the parser drops one. */
function requireOneForm(read: string): void {
  for (const alternative of read.split(/[\s)]or[\s(]/i)) {
    const names = alternative
      .replace(/\[[^\]]*\]/g, '[]')
      .matchAll(/([\w$:.-]+)(\[\])?\s+(?:pr|eq|ne|co|sw|ew|gt|ge|lt|le)\b|([\w$:.-]+)\[\]/gi)
    const [whole, inParts] = [new Set<string>(), new Set<string>()]
    for (const [, compared, brackets, listed] of names) {
      const name = withoutSchema(compared ?? listed ?? '').toLowerCase()
      if (name.startsWith('urn:')) continue
      const [first = '', part] = name.split('.')
      if (part === undefined && brackets === undefined && listed === undefined) whole.add(first)
      else inParts.add(first)
    }
    if ([...whole].some((name) => inParts.has(name)))
      throw new ScimRefused(
        400,
        'A filter asks for an attribute as a whole or for its parts, not both.',
        'invalidFilter',
      )
  }
}

/** Refuses a path whose filter is not readable, and elements to remove that are not plain: the library makes a filter of them. */
function requireReadableOperation({ op, path, value }: Operation & { path: string }): void {
  if (path.includes('[')) requireReadable(path)
  else requireOwnNames(path, 'invalidPath')
  if (op !== 'remove') return
  for (const element of [value].flat()) {
    if (typeof element !== 'object' || element === null) continue
    for (const [name, part] of Object.entries(element) as [string, unknown][]) {
      requireOwnNames(name, 'invalidValue')
      if (!/^\$?\w+$/.test(name) || (typeof part === 'object' && part !== null) || String(part).includes('"'))
        throw new ScimRefused(400, 'Elements to remove need plain values.', 'invalidValue')
    }
  }
}

/** Refuses a filter with a comparison that has nothing to compare with; the parser lets it through. */
export function requireComplete(filter: unknown): void {
  if (typeof filter !== 'object' || filter === null) return
  if (!Array.isArray(filter) || Array.isArray(filter[0]) || typeof filter[0] === 'object') {
    for (const part of Object.values(filter)) requireComplete(part)
    return
  }
  const [operator, wanted] = filter[0] === 'not' ? filter.slice(1) : (filter as unknown[])
  if (wanted === undefined && operator !== 'pr' && operator !== 'np')
    throw new ScimRefused(400, 'A comparison in the filter has no value.', 'invalidFilter')
}

/** Where a page begins and how many resources it has; `startIndex` counts from 1. */
export function pageOf(
  query: { startIndex?: string | undefined; count?: string | undefined },
  most: number,
): { from: number; count: number } {
  const startIndex = Number(query.startIndex ?? '1')
  const count = Number(query.count ?? '100')
  if (!Number.isInteger(startIndex) || !Number.isInteger(count))
    throw new ScimRefused(400, 'startIndex and count must be whole numbers.', 'invalidValue')
  return { from: Math.max(0, startIndex - 1), count: Math.min(Math.max(0, count), most) }
}

/** What a client wants of a user. */
export interface WantedUser {
  userName: string
  externalId: string | null
  email: string
  firstname: string
  lastname: string
  /** Undefined: not said. */
  active: boolean | undefined
}

/** Reads a user resource; the primary email, else the first one, else a user name that is an email. */
export function wantedUserOf(resource: unknown, tidy: (text: string) => string): WantedUser {
  const text = (value: unknown) => (typeof value === 'string' ? tidy(value) : '')
  const userName = text(fieldOf(resource, 'userName'))
  if (userName === '') throw new ScimRefused(400, 'userName is required.', 'invalidValue')
  const emails = fieldOf(resource, 'emails')
  const list: unknown[] = Array.isArray(emails) ? emails : []
  const primary = list.find((item) => fieldOf(item, 'primary') === true) ?? list[0]
  const email = (text(fieldOf(primary, 'value')) || userName).toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new ScimRefused(400, 'A user needs an email, or a userName that is one.', 'invalidValue')
  const name = fieldOf(resource, 'name')
  const full = text(fieldOf(resource, 'displayName')) || text(fieldOf(name, 'formatted'))
  const firstname = text(fieldOf(name, 'givenName'))
  const lastname = text(fieldOf(name, 'familyName'))
  const [first = '', ...rest] = full.split(' ')
  const isNamed = firstname !== '' || lastname !== ''
  const active = withBooleans(fieldOf(resource, 'active'), 'active')
  return {
    userName,
    externalId: text(fieldOf(resource, 'externalId')) || null,
    email,
    firstname: isNamed ? firstname : first,
    lastname: isNamed ? lastname : rest.join(' '),
    active: typeof active === 'boolean' ? active : undefined,
  }
}
