import { describe, expect, test } from 'vitest'
import { brakeOf } from './brake-rules.ts'
import { compare, valuesOf, type Case, type KnownContact, type Values } from './compare-rules.ts'
import type { Employee } from './provider.ts'
import { DEFAULT_SETTINGS, nextDaily, systemName } from './settings-rules.ts'

const settings = DEFAULT_SETTINGS
const employee: Employee = {
  externalId: 'e1',
  firstName: 'Ana',
  lastName: 'Ruiz',
  preferredName: '',
  personalPhone: '(415) 555-2671',
  workPhone: '+14155552672',
  personalEmail: '',
  workEmail: 'Ana@Example.com',
  workId: 'E-1',
  title: 'Packer',
  department: 'Packing',
  site: 'North',
  city: 'Oakland',
  startDate: '2020-01-06',
  birthday: '1990-04-23',
  status: 'active',
  isContractor: false,
}
const values = valuesOf(employee, settings, 'US')

function contactOf(fields: Partial<Values> = {}, rest: Partial<KnownContact> = {}): KnownContact {
  const locked = { firstname: 'Gusto', lastname: 'Gusto', employeeId: 'Gusto', jobTitle: 'Gusto' }
  return {
    id: 'c1',
    fields: { ...values, ...fields },
    custom: {},
    phoneKind: 'mobile',
    sharesPhone: false,
    work: 'active',
    isArchived: false,
    isStranger: false,
    locked: { ...locked, department: 'Gusto', location: 'Gusto', hireDate: 'Gusto' },
    ...rest,
  }
}

function caseOf(given: Partial<Case> = {}): Case {
  return {
    employee,
    isUnreadable: false,
    readProblem: null,
    link: undefined,
    contact: undefined,
    byEmployeeId: undefined,
    owner: undefined,
    isOwnerLinked: false,
    archived: undefined,
    isPhoneTwice: false,
    settings,
    country: 'US',
    system: 'Gusto',
    custom: [],
    ...given,
  }
}

const linked = {
  state: 'linked' as const,
  contactId: 'c1',
  seen: { ...values, work: 'active' },
  fix: null,
  fixContactId: null,
}
const known = (fields: Partial<Values> = {}, rest: Partial<KnownContact> = {}) =>
  caseOf({ link: linked, contact: contactOf(fields, rest) })

describe('a person of the HR system', () => {
  const cases: [title: string, given: Case, kind: string, draft?: object][] = [
    ['is added when no one has their number', caseOf(), 'create', { phone: '+14155552671', department: 'Packing' }],
    ['is not added after they left', caseOf({ employee: { ...employee, status: 'left' } }), 'skip'],
    ['is not added before they start', caseOf({ employee: { ...employee, status: 'not_yet' } }), 'skip'],
    ['who was erased is not added again', caseOf({ link: { ...linked, contactId: null, state: 'erased' } }), 'skip'],
    ['stays as they are when nothing changed', known(), 'unchanged'],
    ['gets the value that counts there', known({ department: 'Office' }), 'update', { department: 'Packing' }],
    ['keeps a corrected number', known({ phone: '+14155559999' }), 'unchanged'],
    ['keeps a value that the HR system emptied', { ...known(), employee: { ...employee, department: '' } }, 'seen'],
    ['who left is terminated', { ...known(), employee: null }, 'leave', { work: 'terminated' }],
    ['who is blocked stays blocked', known({}, { work: 'blocked' }), 'unchanged'],
    ['whose contact was archived here stays archived', known({}, { isArchived: true }), 'skip'],
    [
      'who comes back gets the same contact',
      { ...known({}, { isArchived: true, work: 'terminated' }), link: { ...linked, state: 'left' } },
      'rehire',
      { work: 'active' },
    ],
    ['whose data could not be read stays as they are', { ...known(), isUnreadable: true, employee: null }, 'problem'],
    ['with the number and last name of a contact is that contact', caseOf({ owner: contactOf() }), 'seen'],
    [
      'with the number of a contact of another name is a question',
      caseOf({ owner: contactOf({ lastname: 'Other' }) }),
      'problem',
    ],
    ['with the number of an earlier person is a question', caseOf({ isPhoneTwice: true }), 'problem'],
  ]
  test.each(cases)('%s', (_title, given, kind, draft = {}) => {
    const verdict = compare(given)
    expect(verdict.kind).toBe(kind)
    expect(verdict.draft).toMatchObject(draft)
  })
})

describe('a sync', () => {
  const cases: [counts: Parameters<typeof brakeOf>[0], linked: number, read: number, kind: string | null][] = [
    [{}, 0, 0, null],
    [{ leave: 100 }, 100, 0, 'empty'],
    [{ leave: 11 }, 100, 89, 'leavers'],
    [{ leave: 10 }, 100, 90, null],
    [{ leave: 5 }, 20, 15, null],
    [{ leave: 2 }, 4, 2, 'leavers'],
    [{ leave: 1 }, 1, 1, null],
    [{ update: 31 }, 100, 100, 'changes'],
    [{ update: 20, rehire: 11 }, 100, 100, 'changes'],
    [{ update: 30 }, 100, 100, null],
  ]
  test.each(cases)('with %j of %i people, %i of them listed, asks: %s', (counts, linkedPeople, read, kind) => {
    expect(brakeOf(counts, { linked: linkedPeople, read, unclear: 0, settings })?.kind ?? null).toBe(kind)
  })

  test('asks before most of a few people have left one by one', () => {
    const asked = (linked: number, earlier: number, leave = 1) =>
      brakeOf({ leave }, { linked, read: linked, unclear: 0, earlier: { left: earlier, changed: earlier }, settings })
        ?.kind
    expect([asked(6, 0), asked(5, 1), asked(4, 2)]).toEqual([undefined, undefined, 'leavers'])
    expect(asked(4, 2, 0)).toBeUndefined()
  })

  test('begins at 3:00 in the time zone of the organization, also when clocks change', () => {
    const next = (at: string, zone: string) => nextDaily(new Date(at), zone).toISOString()
    expect(next('2026-07-01T12:00:00Z', 'America/Chicago')).toBe('2026-07-02T08:00:00.000Z')
    expect(next('2026-07-01T07:59:00Z', 'America/Chicago')).toBe('2026-07-01T08:00:00.000Z')
    expect(next('2026-07-01T08:00:00Z', 'America/Chicago')).toBe('2026-07-02T08:00:00.000Z')
    expect(next('2026-11-01T04:00:00Z', 'America/Chicago')).toBe('2026-11-01T09:00:00.000Z')
  })
})

test('an HR system is named as people know it', () => {
  expect(systemName('adp_run')).toBe('ADP Run')
  expect(systemName('some_new_system')).toBe('Some New System')
  expect(systemName('')).toBe('HR')
})
