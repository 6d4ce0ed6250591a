import {
  COMPARATORS,
  CUSTOM_KINDS,
  STANDARD_FIELDS,
  valueShapeOf,
  type FieldKind,
} from '@crewline/contract/filter-fields'
import { Filter, type FilterNode, type Rule } from '@crewline/contract/filters'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../../../test/kit/cast.ts'
import { house, type House } from '../../../../../test/kit/house.ts'
import { NO_ACTIVITY } from '../activity.ts'
import { contactsWithConsent } from './audience.ts'
import { systemGroupId } from '../../filter-rules/system-groups.ts'
import { compileFilter } from './compile.ts'
import type { FilterContext } from '../../filter-rules/context.ts'

/** A worker as the plain evaluator sees one. */
interface Person {
  id: string
  words: Record<
    'firstname' | 'lastname' | 'preferredName' | 'email' | 'employeeId' | 'jobTitle' | 'department' | 'location',
    string
  >
  phone: string | null
  phoneState: 'ok' | 'landline' | 'not_in_use'
  optedOut: boolean
  language: string
  timezone: string | null
  status: string
  source: string
  import: string | null
  hireDate: string | null
  birthday: string | null
  createdAt: string
  custom: Record<string, string | number | boolean | string[]>
  groups: string[]
}

const WORDS = [
  '',
  'Plant 2',
  'plant 2',
  'Zürich',
  'ZURICH',
  'Łódź',
  'lodz',
  'Straße',
  'Đà Nẵng',
  'Ночь',
  'ночь',
  '100%',
  'a_b',
  'a\\b',
  'x',
]
const DAYS = [
  '2020-02-29',
  '2024-02-29',
  '2026-02-28',
  '2026-02-20',
  '2026-02-25',
  '2026-03-01',
  '2026-03-10',
  '1990-12-31',
]
const ZONE = 'America/Chicago'
/** A moment at which it is another day in UTC than in the zone. */
const NOW = new Date('2026-02-26T03:00:00Z')
const TODAY = '2026-02-25'
const CUSTOM: Record<string, FieldKind> = {
  note: CUSTOM_KINDS.text,
  size: CUSTOM_KINDS.number,
  licence: CUSTOM_KINDS.date,
  keys: CUSTOM_KINDS.boolean,
  shift: CUSTOM_KINDS.select,
  speaks: CUSTOM_KINDS.multiselect,
}

const IMPORTS = ['0198f3a1-0000-7000-8000-000000000001', '0198f3a1-0000-7000-8000-000000000002']

const word = fc.constantFrom(...WORDS)
const aPerson = fc.record({
  words: fc.record({
    ...{ firstname: fc.constantFrom('José', 'jose', 'Ana', 'Zoë'), lastname: word, preferredName: word, email: word },
    ...{ employeeId: word, jobTitle: word, department: word, location: word },
  }),
  hasPhone: fc.boolean(),
  phoneState: fc.constantFrom('ok' as const, 'landline' as const, 'not_in_use' as const),
  optedOut: fc.boolean(),
  language: fc.constantFrom('en', 'es', 'es-MX', 'pt-BR'),
  timezone: fc.constantFrom(null, ZONE, 'Asia/Tokyo'),
  status: fc.constantFrom('active', 'on_leave', 'terminated', 'blocked'),
  source: fc.constantFrom('manual', 'import'),
  import: fc.constantFrom(null, ...IMPORTS),
  hireDate: fc.constantFrom(null, ...DAYS),
  birthday: fc.constantFrom(null, '02-26', '1988-02-29', '2000-12-31', '03-01'),
  createdAt: fc.constantFrom(
    '2026-02-26T02:59:00Z',
    '2026-02-25T05:59:00Z',
    '2026-02-25T06:01:00Z',
    '2025-11-01T12:00:00Z',
  ),
  custom: fc.record(
    {
      note: fc.constantFrom(...WORDS),
      size: fc.constantFrom(0, 1, 2.5, -3, 40),
      licence: fc.constantFrom(...DAYS),
      keys: fc.boolean(),
      shift: fc.constantFrom('day', 'night'),
      speaks: fc.subarray(['en', 'es', 'ht']),
    },
    { requiredKeys: [] },
  ),
  memberOf: fc.subarray([0, 1]),
})

let t: House
let crew: Org
let groupIds: string[] = []
const people: Person[] = []
let ctx: FilterContext

beforeAll(async () => {
  t = await house({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 7)
  const { world, database } = t.process.kernel
  const db = database.ofOrg(crew.id)
  await sql`update contact set archived_at = now()`.execute(db)
  groupIds = [world.id(), world.id()]
  for (const [nth, id] of groupIds.entries())
    await sql`insert into contact_group (org_id, id, name, created_at) values (${crew.id}, ${id}, ${`Group ${nth}`}, now())`.execute(
      db,
    )
  const drawn = fc.sample(aPerson, { numRuns: 70, seed: 26 })
  for (const [nth, one] of drawn.entries()) {
    const phone = one.hasPhone ? `+1415555${String(1000 + nth)}` : null
    const person: Person = {
      ...one,
      ...{ id: world.id(), phone, optedOut: one.optedOut && phone !== null },
      custom: one.custom,
      groups: one.memberOf.map((at) => groupIds[at] as string),
    }
    people.push(person)
    const w = person.words
    await sql`insert into contact (org_id, id, firstname, lastname, sort_name, preferred_name, email, employee_id, job_title, department,
        location, phone, phone_state, language, timezone, work, source, import_id, hire_date, birthday, custom, created_at, updated_at)
      values (${crew.id}, ${person.id}, ${w.firstname}, ${w.lastname}, '', ${w.preferredName}, ${w.email}, ${w.employeeId}, ${w.jobTitle},
        ${w.department}, ${w.location}, ${phone}, ${person.phoneState}, ${person.language}, ${person.timezone}, ${person.status},
        ${person.source}, ${person.import}, ${person.hireDate}, ${person.birthday}, ${JSON.stringify(person.custom)}::jsonb, ${person.createdAt}, now())`.execute(
      db,
    )
    if (person.optedOut)
      await sql`insert into consent (org_id, phone, opted_out, changed_at) values (${crew.id}, ${phone}, true, now())`.execute(
        db,
      )
    for (const id of person.groups)
      await sql`insert into group_member (org_id, group_id, contact_id) values (${crew.id}, ${id}, ${person.id})`.execute(
        db,
      )
  }
  ctx = {
    ...{ orgId: crew.id, country: 'US', timezone: ZONE, now: NOW, today: TODAY },
    customKinds: new Map(Object.entries(CUSTOM)),
    activity: NO_ACTIVITY,
  }
})
afterAll(() => t.close())

/** Any rule that can be read. */
const aRule: fc.Arbitrary<Rule> = fc
  .constantFrom(
    ...Object.entries(STANDARD_FIELDS).map(([field, kind]) => ({ field, kind: kind as FieldKind })),
    ...Object.entries(CUSTOM).map(([key, kind]) => ({ field: `custom.${key}`, kind })),
  )
  .chain(({ field, kind }) =>
    fc.constantFrom(...COMPARATORS[kind].filter((cmp) => !/replied|silent|delivery/.test(cmp))).chain((cmp) => {
      const value = valueFor(field, valueShapeOf(kind, cmp))
      return value ? value.map((said): Rule => ({ field, cmp, value: said })) : fc.constant<Rule>({ field, cmp })
    }),
  )

function valueFor(
  field: string,
  shape: ReturnType<typeof valueShapeOf>,
): fc.Arbitrary<NonNullable<Rule['value']>> | undefined {
  const text =
    field === 'phone'
      ? fc.constantFrom('+14155551003', '(415) 555-1010', '415555', '5551')
      : field === 'firstname'
        ? fc.constantFrom('JOSE', 'an', 'Zoe', 's')
        : fc.constantFrom(...WORDS.filter(Boolean), 'plant', 'a', 'нОЧ', 'ß')
  const choices: Record<string, string[]> = {
    language: ['en', 'es', 'ES-MX', 'pt'],
    timezone: [ZONE, 'Asia/Tokyo'],
    status: ['active', 'terminated', 'blocked'],
    reach: ['can_text', 'opted_out', 'no_mobile', 'landline', 'not_in_use'],
    source: ['manual', 'import'],
    import: [...IMPORTS, 'no id'],
    'custom.shift': ['day', 'night', 'gone'],
    'custom.speaks': ['en', 'es', 'ht', 'gone'],
  }
  const day = fc.constantFrom(...DAYS)
  switch (shape) {
    case 'none':
      return undefined
    case 'text':
      return text
    case 'texts':
      if (field === 'group')
        return fc
          .uniqueArray(fc.nat({ max: 4 }), { minLength: 1, maxLength: 2 })
          .map((at) =>
            at.map(
              (one) =>
                [
                  ...groupIds,
                  systemGroupId(crew.id, 'all'),
                  systemGroupId(crew.id, 'new'),
                  systemGroupId(crew.id, 'opted_out'),
                ][one] as string,
            ),
          )
      return fc.array(choices[field] ? fc.constantFrom(...choices[field]) : text, { minLength: 1, maxLength: 3 })
    case 'number':
      return fc.constantFrom(0, 1, 2.5, -3, 7)
    case 'numbers':
      return fc.tuple(fc.constantFrom(-3, 0, 1), fc.constantFrom(1, 2.5, 40)).map((pair): number[] => pair)
    case 'date':
      return day
    case 'dates':
      return fc.tuple(day, day).map((pair) => [...pair].sort())
    case 'days':
      return fc.constantFrom(0, 1, 3, 7, 30, 365)
    case 'boolean':
      return fc.boolean()
  }
}

const aFilter: fc.Arbitrary<FilterNode> = fc.letrec<{ flat: FilterNode; nested: FilterNode }>((tie) => ({
  flat: fc.record({ op: fc.constantFrom('and' as const, 'or' as const), children: fc.array(aRule, { maxLength: 3 }) }),
  nested: fc.record({
    op: fc.constantFrom('and' as const, 'or' as const),
    children: fc.array(fc.oneof(aRule, tie('flat')), { maxLength: 4 }),
  }),
})).nested

test('what the database finds is what a plain reading of the rules finds, for any rules and people', async () => {
  const db = t.process.kernel.database.ofOrg(crew.id)
  await fc.assert(
    fc.asyncProperty(aFilter, async (filter) => {
      expect(Filter.safeParse(filter).success).toBe(true)
      const found = await sql<{ id: string; fits: boolean | null }>`
        select c.id, ${compileFilter(filter, ctx)} as fits from ${contactsWithConsent} where c.archived_at is null`.execute(
        db,
      )
      expect(found.rows).toHaveLength(people.length)
      const byDatabase = new Map(found.rows.map((row) => [row.id, row.fits]))
      const apart = people.filter((person) => byDatabase.get(person.id) !== fits(person, filter))
      expect(apart).toEqual([])
    }),
    { numRuns: 250 },
  )
})

function fits(person: Person, node: FilterNode): boolean {
  const parts = node.children
    .filter((child) => !('children' in child) || hasRules(child))
    .map((child) => ('children' in child ? fits(person, child) : holds(person, child)))
  if (parts.length === 0) return true
  return node.op === 'and' ? parts.every(Boolean) : parts.some(Boolean)
}

function hasRules(node: FilterNode): boolean {
  return node.children.some((child) => !('children' in child) || hasRules(child))
}

const strip = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')

function holds(person: Person, { field, cmp, value }: Rule): boolean {
  const said = rawOf(person, field)
  const isEmpty = said === null || said === undefined || said === '' || (Array.isArray(said) && said.length === 0)
  if (cmp === 'empty') return isEmpty
  if (cmp === 'not_empty') return !isEmpty
  const kind = field.startsWith('custom.')
    ? CUSTOM[field.slice(7)]
    : STANDARD_FIELDS[field as keyof typeof STANDARD_FIELDS]
  switch (kind) {
    case 'text':
      return field === 'phone' ? holdsPhone(person.phone ?? '', cmp, value) : holdsText(String(said ?? ''), cmp, value)
    case 'number':
      return holdsNumber(said as number | undefined, cmp, value)
    case 'date':
      return holdsDay(said as string | null | undefined, cmp, value)
    case 'birthday':
      return !isEmpty && nears(String(said).slice(-5), Number(value))
    case 'boolean':
      return said === value
    case 'choices': {
      const has = (value as string[]).filter((one) => ((said as string[] | undefined) ?? []).includes(one))
      if (cmp === 'has_any') return has.length > 0
      return cmp === 'has_all' ? has.length === (value as string[]).length : has.length === 0
    }
    case 'group': {
      const isIn = (value as string[]).some((id) => person.groups.includes(id) || inOwn(person, id))
      return cmp === 'member_of' ? isIn : !isIn
    }
    case 'activity':
      return person.optedOut
    default: {
      const wanted = value as string[]
      const isAmong =
        field === 'language'
          ? wanted.some((one) =>
              [person.language.toLowerCase(), person.language.split('-')[0]].includes(one.toLowerCase()),
            )
          : wanted.includes(field === 'timezone' ? (person.timezone ?? ZONE) : String(said ?? ''))
      return cmp === 'in' ? isAmong : !isAmong
    }
  }
}

function inOwn(person: Person, id: string): boolean {
  if (id === systemGroupId(crew.id, 'all')) return true
  if (id === systemGroupId(crew.id, 'opted_out')) return person.optedOut
  return id === systemGroupId(crew.id, 'new') && localDay(person.createdAt) >= '2026-01-26'
}

function rawOf(person: Person, field: string): string | number | boolean | string[] | null | undefined {
  if (field.startsWith('custom.')) return person.custom[field.slice(7)]
  if (field in person.words) return person.words[field as keyof Person['words']]
  switch (field) {
    case 'createdAt':
      return localDay(person.createdAt)
    case 'reach':
      if (person.phone === null) return 'no_mobile'
      if (person.optedOut) return 'opted_out'
      return person.phoneState === 'ok' ? 'can_text' : person.phoneState
    default:
      return person[
        field as 'phone' | 'language' | 'timezone' | 'status' | 'source' | 'import' | 'hireDate' | 'birthday'
      ]
  }
}

function localDay(moment: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date(moment))
}

function holdsText(said: string, cmp: string, value: Rule['value']): boolean {
  const [mine, one] = [strip(said), strip(String(value))]
  const several = new Set((Array.isArray(value) ? value.map(String) : []).map(strip))
  const found: Record<string, boolean> = {
    ...{ is: mine === one, is_not: mine !== one, contains: mine.includes(one), not_contains: !mine.includes(one) },
    ...{ starts_with: mine.startsWith(one), in: several.has(mine), not_in: !several.has(mine) },
  }
  return found[cmp] ?? false
}

function holdsPhone(said: string, cmp: string, value: Rule['value']): boolean {
  const digits = (text: string) => text.replace(/\D/g, '')
  const isSame = (text: string) => said !== '' && digits(said).slice(1) === digits(text).slice(-10)
  const part = digits(String(value))
  const found: Record<string, boolean> = {
    ...{ is: isSame(String(value)), is_not: !isSame(String(value)) },
    ...{ contains: digits(said).includes(part), not_contains: !digits(said).includes(part) },
    starts_with: digits(said).startsWith(part) || (said !== '' && digits(said).slice(1).startsWith(part)),
    ...{
      in: Array.isArray(value) && value.map(String).some(isSame),
      not_in: !(Array.isArray(value) && value.map(String).some(isSame)),
    },
  }
  return found[cmp] ?? false
}

function holdsNumber(said: number | undefined, cmp: string, value: Rule['value']): boolean {
  const [from, to] = (Array.isArray(value) ? value : [value, value]) as number[]
  if (said === undefined || from === undefined || to === undefined) return cmp === 'neq'
  const found: Record<string, boolean> = {
    ...{
      eq: said === from,
      neq: said !== from,
      gt: said > from,
      gte: said >= from,
      lt: said < from,
      lte: said <= from,
    },
    between: said >= from && said <= to,
  }
  return found[cmp] ?? false
}

function holdsDay(said: string | null | undefined, cmp: string, value: Rule['value']): boolean {
  if (!said) return false
  const [from, to] = (Array.isArray(value) ? value.map(String) : [String(value), String(value)]) as [string, string]
  const days = Number(value)
  const found: Record<string, () => boolean> = {
    on: () => said === from,
    before: () => said < from,
    after: () => said > from,
    between: () => said >= from && said <= to,
    in_last_days: () => said >= shifted(-days) && said <= TODAY,
    in_next_days: () => said >= TODAY && said <= shifted(days),
    anniversary_in_next_days: () => said < TODAY && nears(said.slice(5), days),
  }
  return found[cmp]?.() ?? false
}

/** Whether this month and day comes within so many days, the 29 February on the 28th where there is none. */
function nears(monthDay: string, days: number): boolean {
  for (let ahead = 0; ahead <= days; ahead++) {
    const day = shifted(ahead)
    if (day.slice(5) === monthDay) return true
    const isLeap = new Date(Date.UTC(Number(day.slice(0, 4)), 1, 29)).getUTCMonth() === 1
    if (monthDay === '02-29' && day.endsWith('-02-28') && !isLeap) return true
  }
  return false
}

function shifted(days: number): string {
  const at = new Date(`${TODAY}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
