// Filters of the SCIM API for workers as conditions of SQL, so that no filter reads people into memory.
import { sql, type RawBuilder } from 'kysely'
import { ScimRefused, withoutSchema, type Alternatives } from '../../scim/index.ts'
import { ENTERPRISE_SCHEMA, isExtension } from './worker-rules.ts'

type Condition = RawBuilder<unknown>
/** How an attribute is compared with a value. A parsed test is `['eq', 'x']`, or `['not', 'eq', 'x']`. */
type Compare = (operator: string, wanted: unknown) => Condition

const TEXTS = ['displayName', 'nickName', 'title', 'userType', 'preferredLanguage']
const NAME_PARTS = ['formatted', 'familyName', 'givenName', 'middleName']
const LISTS: Record<string, string[]> = {
  emails: ['value', 'type', 'primary'],
  phoneNumbers: ['value', 'type', 'primary'],
  addresses: ['formatted', 'locality', 'region', 'country', 'type', 'primary'],
}
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Returns a parsed filter as a condition on `hr_scim_person`. Texts are compared without case. What clients ask before each
 * change (a name, an id, an email or a number that is equal) is answered by an index; the rest reads the organization's people
 * once, in the database. Fails with 400 `invalidFilter` for an attribute or a comparison that is not supported.
 */
export function conditionOf(filter: Alternatives): Condition {
  const all = filter.map(
    (attributes) =>
      sql`(${sql.join(
        Object.entries(attributes).map(([name, test]) => ofAttribute(name, test)),
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(all, sql` or `)})`
}

function unsupported(what: string): never {
  throw new ScimRefused(400, `The filter is not supported: ${what}.`, 'invalidFilter')
}

function ofAttribute(given: string, test: unknown): Condition {
  const name = withoutSchema(given)
  if (isExtension(name)) return ofExtension(name, test)
  const is = (known: string) => known.toLowerCase() === name.toLowerCase()
  if (is('id')) return tested(name, test, compareId)
  if (is('userName')) return tested(name, test, named('userName', sql`user_name`))
  if (is('externalId')) return tested(name, test, named('externalId', sql`external_id`))
  if (is('active')) return tested(name, test, compareActive)
  if (is('meta')) return ofParts(name, test, { created: sql`created_at`, lastModified: sql`updated_at` }, compareTime)
  const text = TEXTS.find(is)
  if (text) return tested(name, test, compareText(sql`resource->>${text}`))
  if (is('name')) {
    const parts = NAME_PARTS.map((part) => [part, sql`resource->'name'->>${part}`] as const)
    return ofParts(name, test, Object.fromEntries(parts), compareText)
  }
  const list = Object.keys(LISTS).find(is)
  return list ? ofList(list, test) : unsupported(given)
}

/** A complex attribute: each named part is compared by itself. */
function ofParts(
  name: string,
  test: unknown,
  columns: Record<string, Condition>,
  compare: (column: Condition) => Compare,
): Condition {
  if (Array.isArray(test) || typeof test !== 'object' || test === null) return unsupported(name)
  return sql`(${sql.join(
    Object.entries(test).map(([given, inner]: [string, unknown]) => {
      const part = Object.keys(columns).find((known) => known.toLowerCase() === given.toLowerCase())
      const column = part === undefined ? undefined : columns[part]
      return column ? tested(`${name}.${given}`, inner, compare(column)) : unsupported(`${name}.${given}`)
    }),
    sql` and `,
  )})`
}

/** A list: one element must fit all conditions. */
function ofList(list: string, test: unknown): Condition {
  const parts = Array.isArray(test) ? { value: test as unknown } : (test as Record<string, unknown>)
  const indexed: Condition[] = []
  const conditions = Object.entries(parts).map(([given, inner]) => {
    const part = LISTS[list]?.find((known) => known.toLowerCase() === given.toLowerCase())
    if (!part || !Array.isArray(inner)) return unsupported(`${list}.${given}`)
    // Whether an element, or the person, must not fit is not clear from a parsed filter.
    if (inner.flat().includes('not')) return unsupported(`not with ${list}`)
    const [operator, wanted] = inner as unknown[]
    if (part === 'value' && operator === 'eq' && typeof wanted === 'string') indexed.push(peopleWith('value', wanted))
    return tested(`${list}.${given}`, inner, compareText(sql`e->>${part}`))
  })
  const fits = sql`exists (select from jsonb_array_elements(
    case jsonb_typeof(resource->${list}) when 'array' then resource->${list} else '[]' end) e
    where ${sql.join(conditions, sql` and `)})`
  return sql`(${sql.join([...indexed, fits], sql` and `)})`
}

/** An attribute of an extension, such as the department, or a part of one, such as the name of the manager. */
function ofExtension(name: string, test: unknown): Condition {
  const at = name.lastIndexOf(':')
  const [extension, attribute] = [name.slice(0, at), name.slice(at + 1)]
  // The extension that everyone knows is stored under its standard name; of others the case of the letters may differ.
  const isKnown = extension.toLowerCase() === ENTERPRISE_SCHEMA.toLowerCase()
  const object = isKnown
    ? sql`resource->${ENTERPRISE_SCHEMA}`
    : sql`(select x.value from jsonb_each(resource) x where lower(x.key) = lower(${extension}) limit 1)`
  const value = sql`(select a.value from (select ${object} as object) o
    cross join lateral jsonb_each(case jsonb_typeof(o.object) when 'object' then o.object else '{}' end) a
    where lower(a.key) = lower(${attribute}) limit 1)`
  const textAt = (path: string[]) => sql`(${value} #>> ${path}::text[])`
  if (!Array.isArray(test))
    return ofParts(name, test, { value: textAt(['value']), displayName: textAt(['displayName']) }, compareText)
  const condition = tested(name, test, compareText(textAt([])))
  const [operator, wanted] = test as unknown[]
  const isIndexed = isKnown && attribute.toLowerCase() === 'employeenumber' && operator === 'eq'
  return isIndexed && typeof wanted === 'string' ? sql`(${peopleWith('value', wanted)} and ${condition})` : condition
}

/** One condition on an attribute, or several that must all hold. */
function tested(name: string, test: unknown, compare: Compare): Condition {
  if (!Array.isArray(test)) return unsupported(name)
  const tests = (Array.isArray(test[0]) ? test : [test]) as unknown[][]
  return sql`(${sql.join(
    tests.map((one) => {
      const isNegated = one[0] === 'not'
      const [operator, wanted] = isNegated ? one.slice(1) : one
      const condition = compare(String(operator), wanted)
      // No `coalesce` around the others: it would keep them from an index.
      return isNegated ? sql`not coalesce(${condition}, false)` : condition
    }),
    sql` and `,
  )})`
}

function peopleWith(attribute: 'userName' | 'externalId' | 'value', sought: string): Condition {
  return sql`id = any(array(select unnest(hr_scim_people_with(${attribute}, ${sought}))))`
}

function named(attribute: 'userName' | 'externalId', column: Condition): Compare {
  const compare = compareText(column)
  return (operator, wanted) =>
    operator === 'eq' && typeof wanted === 'string' ? peopleWith(attribute, wanted) : compare(operator, wanted)
}

const compareId: Compare = (operator, wanted) => {
  if (operator !== 'eq') return compareText(sql`id::text`)(operator, wanted)
  return typeof wanted === 'string' && UUID.test(wanted) ? sql`id = ${wanted}::uuid` : sql`false`
}

const compareActive: Compare = (operator, wanted) => {
  if (operator === 'pr') return sql`true`
  if (operator === 'np') return sql`false`
  const text = String(wanted).toLowerCase()
  if ((text !== 'true' && text !== 'false') || (operator !== 'eq' && operator !== 'ne'))
    return unsupported('active is true or false')
  return (operator === 'eq') === (text === 'true') ? sql`is_active` : sql`not is_active`
}

const COMPARISONS: Record<string, Condition> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
}

function compareTime(column: Condition): Compare {
  return (operator, wanted) => {
    if (operator === 'pr') return sql`true`
    if (operator === 'np') return sql`false`
    const at = wanted instanceof Date ? wanted : new Date(String(wanted))
    const comparison = COMPARISONS[operator]
    const isStorable = at.getTime() > Date.UTC(0, 0) && at.getTime() < Date.UTC(9999, 0)
    if (!comparison || !isStorable) return unsupported('a time needs a date such as 2026-01-31T12:00:00Z')
    return sql`${column} ${comparison} ${at}`
  }
}

/** Without case, and by code points, so that the order does not depend on a language. */
function compareText(column: Condition): (operator: string, wanted: unknown) => Condition {
  return (operator, wanted) => {
    const isEmpty = sql`coalesce(${column}, '') = ''`
    if (operator === 'pr') return sql`not (${isEmpty})`
    if (operator === 'np' || (operator === 'eq' && wanted === null)) return isEmpty
    if (operator === 'ne' && wanted === null) return sql`not (${isEmpty})`
    if (!['string', 'number', 'boolean'].includes(typeof wanted)) return unsupported('a value to compare with')
    const [mine, theirs] = [sql`lower(${column}) collate "C"`, sql`lower(${String(wanted)})`]
    if (operator === 'ne') return sql`${mine} is distinct from ${theirs}`
    if (operator === 'co') return sql`strpos(${mine}, ${theirs}) > 0`
    if (operator === 'sw') return sql`starts_with(${mine}, ${theirs})`
    if (operator === 'ew') return sql`right(${mine}, length(${theirs})) = ${theirs}`
    const comparison = COMPARISONS[operator]
    return comparison ? sql`${mine} ${comparison} ${theirs}` : unsupported(operator)
  }
}
