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
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { contactsWithConsent } from './where.ts'
import { systemGroupId } from '../../groups/filter-rules/system-groups.ts'
import { NO_ACTIVITY } from '../../../../test/kit/no-activity.ts'
import { compileFilter } from './compile.ts'
import type { FilterContext } from '../filter-rules/context.ts'

/** A contact as the plain evaluator sees it. */
interface PlainContact {
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

const SAMPLE_TEXTS = [
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
/** A moment at which the day in UTC differs from the day in the zone. */
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

const sampleText = fc.constantFrom(...SAMPLE_TEXTS)
const aContact = fc.record({
  words: fc.record({
    ...{
      firstname: fc.constantFrom('José', 'jose', 'Ana', 'Zoë'),
      lastname: sampleText,
      preferredName: sampleText,
      email: sampleText,
    },
    ...{ employeeId: sampleText, jobTitle: sampleText, department: sampleText, location: sampleText },
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
      note: fc.constantFrom(...SAMPLE_TEXTS),
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

let t: TestApp
let crew: Org
let groupIds: string[] = []
const contacts: PlainContact[] = []
let ctx: FilterContext

beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 7)
  const { world, database } = t.process.kernel
  const db = database.ofOrg(crew.id)
  await sql`update contact set archived_at = now()`.execute(db)
  groupIds = [world.id(), world.id()]
  for (const [nth, id] of groupIds.entries())
    await sql`insert into contact_group (org_id, id, name, created_at) values (${crew.id}, ${id}, ${`Group ${nth}`}, now())`.execute(
      db,
    )
  const drawn = fc.sample(aContact, { numRuns: 70, seed: 26 })
  for (const [nth, sample] of drawn.entries()) {
    const phone = sample.hasPhone ? `+1415555${String(1000 + nth)}` : null
    const contact: PlainContact = {
      ...sample,
      ...{ id: world.id(), phone, optedOut: sample.optedOut && phone !== null },
      custom: sample.custom,
      groups: sample.memberOf.map((at) => groupIds[at] as string),
    }
    contacts.push(contact)
    const w = contact.words
    await sql`insert into contact (org_id, id, firstname, lastname, sort_name, preferred_name, email, employee_id, job_title, department,
        location, phone, phone_state, language, timezone, work, source, import_id, hire_date, birthday, custom, created_at, updated_at)
      values (${crew.id}, ${contact.id}, ${w.firstname}, ${w.lastname}, '', ${w.preferredName}, ${w.email}, ${w.employeeId}, ${w.jobTitle},
        ${w.department}, ${w.location}, ${phone}, ${contact.phoneState}, ${contact.language}, ${contact.timezone}, ${contact.status},
        ${contact.source}, ${contact.import}, ${contact.hireDate}, ${contact.birthday}, ${JSON.stringify(contact.custom)}::jsonb, ${contact.createdAt}, now())`.execute(
      db,
    )
    if (contact.optedOut)
      await sql`insert into consent (org_id, phone, opted_out, changed_at) values (${crew.id}, ${phone}, true, now())`.execute(
        db,
      )
    for (const id of contact.groups)
      await sql`insert into group_member (org_id, group_id, contact_id) values (${crew.id}, ${id}, ${contact.id})`.execute(
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

/** Generates any readable rule. */
const aRule: fc.Arbitrary<Rule> = fc
  .constantFrom(
    // Rules by shift have tests of their own, in `shifts`.
    ...Object.entries(STANDARD_FIELDS)
      .filter(([field]) => field !== 'shift')
      .map(([field, kind]) => ({ field, kind: kind as FieldKind })),
    ...Object.entries(CUSTOM).map(([key, kind]) => ({ field: `custom.${key}`, kind })),
  )
  .chain(({ field, kind }) =>
    fc.constantFrom(...COMPARATORS[kind].filter((cmp) => !/replied|silent|delivery/.test(cmp))).chain((cmp) => {
      const value = valueFor(field, valueShapeOf(kind, cmp))
      return value ? value.map((sample): Rule => ({ field, cmp, value: sample })) : fc.constant<Rule>({ field, cmp })
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
        : fc.constantFrom(...SAMPLE_TEXTS.filter(Boolean), 'plant', 'a', 'нОЧ', 'ß')
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
              (index) =>
                [
                  ...groupIds,
                  systemGroupId(crew.id, 'all'),
                  systemGroupId(crew.id, 'new'),
                  systemGroupId(crew.id, 'opted_out'),
                ][index] as string,
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

test('the database and a plain evaluator find the same contacts for any rules and contacts', async () => {
  const db = t.process.kernel.database.ofOrg(crew.id)
  await fc.assert(
    fc.asyncProperty(aFilter, async (filter) => {
      expect(Filter.safeParse(filter).success).toBe(true)
      const result = await sql<{ id: string; fits: boolean | null }>`
        select c.id, ${compileFilter(filter, ctx)} as fits from ${contactsWithConsent} where c.archived_at is null`.execute(
        db,
      )
      expect(result.rows).toHaveLength(contacts.length)
      const byDatabase = new Map(result.rows.map((row) => [row.id, row.fits]))
      const apart = contacts.filter((contact) => byDatabase.get(contact.id) !== fits(contact, filter))
      expect(apart).toEqual([])
    }),
    { numRuns: 250 },
  )
})

function fits(contact: PlainContact, node: FilterNode): boolean {
  const parts = node.children
    .filter((child) => !('children' in child) || hasRules(child))
    .map((child) => ('children' in child ? fits(contact, child) : matchesRule(contact, child)))
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

function matchesRule(contact: PlainContact, { field, cmp, value }: Rule): boolean {
  const stored = rawOf(contact, field)
  const isEmpty =
    stored === null || stored === undefined || stored === '' || (Array.isArray(stored) && stored.length === 0)
  if (cmp === 'empty') return isEmpty
  if (cmp === 'not_empty') return !isEmpty
  const kind = field.startsWith('custom.')
    ? CUSTOM[field.slice(7)]
    : STANDARD_FIELDS[field as keyof typeof STANDARD_FIELDS]
  switch (kind) {
    case 'text':
      return field === 'phone'
        ? matchesPhone(contact.phone ?? '', cmp, value)
        : matchesText(String(stored ?? ''), cmp, value)
    case 'number':
      return matchesNumber(stored as number | undefined, cmp, value)
    case 'date':
      return matchesDay(stored as string | null | undefined, cmp, value)
    case 'birthday':
      return !isEmpty && nears(String(stored).slice(-5), Number(value))
    case 'boolean':
      return stored === value
    case 'choices': {
      const has = (value as string[]).filter((option) => ((stored as string[] | undefined) ?? []).includes(option))
      if (cmp === 'has_any') return has.length > 0
      return cmp === 'has_all' ? has.length === (value as string[]).length : has.length === 0
    }
    case 'group': {
      const isIn = (value as string[]).some((id) => contact.groups.includes(id) || isInSystemGroup(contact, id))
      return cmp === 'member_of' ? isIn : !isIn
    }
    case 'activity':
      return contact.optedOut
    default: {
      const expected = value as string[]
      const isAmong =
        field === 'language'
          ? expected.some((language) =>
              [contact.language.toLowerCase(), contact.language.split('-')[0]].includes(language.toLowerCase()),
            )
          : expected.includes(field === 'timezone' ? (contact.timezone ?? ZONE) : String(stored ?? ''))
      return cmp === 'in' ? isAmong : !isAmong
    }
  }
}

function isInSystemGroup(contact: PlainContact, id: string): boolean {
  if (id === systemGroupId(crew.id, 'all')) return true
  if (id === systemGroupId(crew.id, 'opted_out')) return contact.optedOut
  return id === systemGroupId(crew.id, 'new') && localDay(contact.createdAt) >= '2026-01-26'
}

function rawOf(contact: PlainContact, field: string): string | number | boolean | string[] | null | undefined {
  if (field.startsWith('custom.')) return contact.custom[field.slice(7)]
  if (field in contact.words) return contact.words[field as keyof PlainContact['words']]
  switch (field) {
    case 'createdAt':
      return localDay(contact.createdAt)
    case 'reach':
      if (contact.phone === null) return 'no_mobile'
      if (contact.optedOut) return 'opted_out'
      return contact.phoneState === 'ok' ? 'can_text' : contact.phoneState
    default:
      return contact[
        field as 'phone' | 'language' | 'timezone' | 'status' | 'source' | 'import' | 'hireDate' | 'birthday'
      ]
  }
}

function localDay(moment: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date(moment))
}

function matchesText(stored: string, cmp: string, value: Rule['value']): boolean {
  const [mine, expected] = [strip(stored), strip(String(value))]
  const several = new Set((Array.isArray(value) ? value.map(String) : []).map(strip))
  const outcomes: Record<string, boolean> = {
    ...{
      is: mine === expected,
      is_not: mine !== expected,
      contains: mine.includes(expected),
      not_contains: !mine.includes(expected),
    },
    ...{ starts_with: mine.startsWith(expected), in: several.has(mine), not_in: !several.has(mine) },
  }
  return outcomes[cmp] ?? false
}

function matchesPhone(stored: string, cmp: string, value: Rule['value']): boolean {
  const digits = (text: string) => text.replace(/\D/g, '')
  const isSame = (text: string) => stored !== '' && digits(stored).slice(1) === digits(text).slice(-10)
  const part = digits(String(value))
  const outcomes: Record<string, boolean> = {
    ...{ is: isSame(String(value)), is_not: !isSame(String(value)) },
    ...{ contains: digits(stored).includes(part), not_contains: !digits(stored).includes(part) },
    starts_with: digits(stored).startsWith(part) || (stored !== '' && digits(stored).slice(1).startsWith(part)),
    ...{
      in: Array.isArray(value) && value.map(String).some(isSame),
      not_in: !(Array.isArray(value) && value.map(String).some(isSame)),
    },
  }
  return outcomes[cmp] ?? false
}

function matchesNumber(stored: number | undefined, cmp: string, value: Rule['value']): boolean {
  const [from, to] = (Array.isArray(value) ? value : [value, value]) as number[]
  if (stored === undefined || from === undefined || to === undefined) return cmp === 'neq'
  const outcomes: Record<string, boolean> = {
    ...{
      eq: stored === from,
      neq: stored !== from,
      gt: stored > from,
      gte: stored >= from,
      lt: stored < from,
      lte: stored <= from,
    },
    between: stored >= from && stored <= to,
  }
  return outcomes[cmp] ?? false
}

function matchesDay(stored: string | null | undefined, cmp: string, value: Rule['value']): boolean {
  if (!stored) return false
  const [from, to] = (Array.isArray(value) ? value.map(String) : [String(value), String(value)]) as [string, string]
  const days = Number(value)
  const outcomes: Record<string, () => boolean> = {
    on: () => stored === from,
    before: () => stored < from,
    after: () => stored > from,
    between: () => stored >= from && stored <= to,
    in_last_days: () => stored >= shifted(-days) && stored <= TODAY,
    in_next_days: () => stored >= TODAY && stored <= shifted(days),
    anniversary_in_next_days: () => stored < TODAY && nears(stored.slice(5), days),
  }
  return outcomes[cmp]?.() ?? false
}

/** Whether this month and day occurs within this many days; February 29 counts as February 28 in years without one. */
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
