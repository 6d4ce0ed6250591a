import { ImportOptions } from '@crewline/contract/imports'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localize } from '../../../kernel/i18n/localize.ts'
import { classify } from './classify-rules.ts'
import { dateOrderOf, mixedDatesFinder, readBirthday, readDate } from './date-rules.ts'
import type { Acquaintance } from './known-views.ts'
import { fixCapitals, splitName } from './name-rules.ts'
import { readPhone } from './phone-rules.ts'
import type { CheckPlan, StoredColumn } from './plan.ts'
import { readRow } from './row-rules.ts'
import { readStatus, readZone } from './status-rules.ts'

const noExistingContacts: Acquaintance = {
  byPhone: new Map(),
  sharing: new Map(),
  byEmployeeId: new Map(),
  optedOut: new Set(),
  hidden: new Set(),
}

const SHIFTS = new Map([['night shift', { id: 'n', name: 'Night shift' }]])

function planFor(targets: (string | null)[], more: Partial<CheckPlan> = {}): CheckPlan {
  const columns = targets.map((target, index): StoredColumn => ({
    ...{
      index,
      header: `Column ${index}`,
      samples: [],
      target,
      newField: null,
      fixCapitals: false,
      hasMixedDates: false,
      dateOrder: null,
      fit: null,
      matchedBy: null,
    },
  }))
  return {
    columns,
    fields: [],
    shifts: SHIFTS,
    options: ImportOptions.parse({}),
    country: 'US',
    thisYear: 2026,
    ...more,
  }
}

describe('a name', () => {
  test.each([
    ['Maria Lopez', 'Maria', 'Lopez'],
    ['Lopez, Maria', 'Maria', 'Lopez'],
    ['Anh Thi Nguyen', 'Anh Thi', 'Nguyen'],
    ['Maria de la Cruz', 'Maria', 'de la Cruz'],
    ['John Smith Jr.', 'John', 'Smith Jr.'],
    ['Cher', 'Cher', ''],
    ['Smith, Jr.', 'Smith', 'Jr.'],
  ])('splits %s into %s and %s', (fullName, firstname, lastname) => {
    expect(splitName(fullName)).toEqual({ firstname, lastname })
  })

  test('corrects all-capital names and keeps correct ones', () => {
    expect(["SEAN O'NEIL", 'anne-marie', 'McKay', 'DE LA CRUZ', 'MARIA DE LA CRUZ', 'ÉMILE'].map(fixCapitals)).toEqual([
      ...["Sean O'Neil", 'Anne-Marie', 'McKay', 'De la Cruz', 'Maria de la Cruz', 'Émile'],
    ])
  })
})

describe('a date', () => {
  test.each([
    ['04/23/1990', '1990-04-23'],
    ['4-3-19', '2019-04-03'],
    ['23/04/1990', '1990-04-23'],
    ['1990-04-23T00:00:00', '1990-04-23'],
    ['23 Apr 1990', '1990-04-23'],
    ['April 23rd, 1990', '1990-04-23'],
    ['23 de abril de 1990', '1990-04-23'],
    ['19900423', '1990-04-23'],
    ['32986', '1990-04-23'],
    ['02/30/2020', undefined],
    ['soon', undefined],
    ['12', undefined],
  ])('reads %s as %s', (text, day) => {
    expect(readDate(text, 'mdy', 2027)).toBe(day)
  })

  test('reads dates with slashes in the order of the column, otherwise of the country', () => {
    expect(dateOrderOf(['01/02/2020', '31/12/2020'], 'US')).toBe('dmy')
    expect(dateOrderOf(['01/02/2020'], 'US')).toBe('mdy')
    expect(dateOrderOf(['01/02/2020'], 'ES')).toBe('dmy')
  })

  test.each([
    [['03/15/2020', '13/02/2020', '1/2/2020'], true],
    // Each of these can be read in one way only.
    [['03/15/2020', '13/02/2020', '2020-02-01', '5/5/2020'], false],
    [['03/15/2020', '1/2/2020'], false],
    [['13/02/2020', '1/2/2020'], false],
    [['(312) 555-0111', ''], false],
  ])('finds that %j is mixed: %s', (cells, isMixed) => {
    const finder = mixedDatesFinder()
    for (const cell of cells) finder.count(['x', cell])
    expect(finder.isMixed(1)).toBe(isMixed)
    expect(finder.isMixed(0)).toBe(false)
    expect(readDate('05/02/2021', 'dmy', 2027)).toBe('2021-02-05')
  })

  test('accepts a birthday without a year and requires a plausible year', () => {
    expect(
      ['04-23', '4/23', 'Apr 23', '12/01/85', '1/1/1880', '2030-01-01'].map((text) => readBirthday(text, 'mdy', 2026)),
    ).toEqual([...['04-23', '04-23', '04-23', '1985-12-01', undefined, undefined]])
  })
})

describe('a phone number', () => {
  test.each([
    '555-010-2233',
    '(555) 010 2233',
    '5550102233',
    '5.550102233E9',
    '5550102233.0',
    '+1 555 010 2233',
    '1-555-010-2233',
    '555.010.2233 ext 12',
  ])('recognizes %s as a mobile number', (text) => {
    expect(readPhone(text, 'US')).toMatchObject({ e164: '+15550102233' })
  })

  test.each([
    ['555-01', 'Mobile has 5 digits. It needs 10.'],
    ['5', 'Mobile has 1 digit. It needs 10.'],
    ['555-010-2233 / 555-010-2234', 'Mobile has 20 digits. It needs 10. Keep one number.'],
    ['n/a', 'Mobile has no digits. Type a number, or leave it empty.'],
    [
      '5.55E+09',
      'A spreadsheet shortened this number. Format the column as text and export it again, or type it here.',
    ],
    ['000-000-0000', "This number doesn't look right. Check the area code."],
  ])('rejects %s with a specific message', (text, message) => {
    const phone = readPhone(text, 'US')
    expect('words' in phone && localize(phone.words, 'en')).toBe(message)
  })
})

test('reads common labels for work status and time zone', () => {
  expect(['Active', 'LOA', 'On leave', 'Term', 'Baja', 'retired', 'Purple'].map(readStatus)).toEqual([
    'active',
    'on_leave',
    'on_leave',
    'terminated',
    'terminated',
    'terminated',
    undefined,
  ])
  expect(['Central Time', 'America/Chicago', 'EST', 'Mars/Base'].map(readZone)).toEqual([
    'America/Chicago',
    'America/Chicago',
    'America/New_York',
    undefined,
  ])
})

test('a shift is read by its name, and an unknown one is a problem that names the shifts', () => {
  const plan = planFor(['firstname', 'shift'])
  expect(readRow(['Ana', ' NIGHT shift'], plan).draft).toEqual({ firstname: 'Ana', shift: 'n' })
  const text = (shifts: CheckPlan['shifts']) =>
    readRow(['Ana', 'Nite'], { ...plan, shifts }).problems.map(({ words }) => localize(words, 'en'))
  expect(text(SHIFTS)).toEqual(['There is no shift “Nite”. Type one of these: Night shift.'])
  expect(text(new Map())).toEqual(['There are no shifts yet. Add them in Settings, Texting.'])
})

test('shifts whose names differ in their accents alone are told apart', () => {
  const shifts = new Map(['Dia', 'Día'].map((name) => [name.toLowerCase(), { id: name, name }]))
  const shiftOf = (cell: string) => readRow(['Ana', cell], { ...planFor(['firstname', 'shift']), shifts }).draft.shift
  expect(['DÍA', 'dia', 'Dïa'].map(shiftOf)).toEqual(['Día', 'Dia', 'Dia'])
})

test('an empty cell leaves the shift, or clears it if the options say so', () => {
  const plan = planFor(['firstname', 'shift'])
  expect(readRow(['Ana', ''], plan).draft).toEqual({ firstname: 'Ana' })
  const clearing = { ...plan, options: ImportOptions.parse({ emptyClears: true }) }
  expect(readRow(['Ana', ''], clearing).draft).toEqual({ firstname: 'Ana', shift: null })
})

describe('a row', () => {
  const plan = planFor(['fullname', 'phone', 'groups', 'hireDate', null])

  test('is read by its columns', () => {
    const { draft, groups, problems } = readRow(
      ['Lopez, Maria', '555-010-2233', 'Night; safety, NIGHT', '3/1/2019', 'left out'],
      plan,
    )
    expect(draft).toEqual({
      firstname: 'Maria',
      lastname: 'Lopez',
      phone: '+15550102233',
      phoneKind: 'unknown',
      hireDate: '2019-03-01',
    })
    expect([groups, problems]).toEqual([['Night', 'safety'], []])
  })

  test('reports each problem with its column', () => {
    const { problems } = readRow(['x'.repeat(70), '12', 'g'.repeat(61), 'soon'], plan)
    expect(problems.map(({ column, code }) => [column, code])).toEqual([
      [0, 'too_long'],
      [1, 'phone_invalid'],
      [2, 'too_long'],
      [3, 'hireDate_invalid'],
    ])
  })

  test('of any content is read or reports a problem, within the field limits', () => {
    const all = planFor([
      'fullname',
      'firstname',
      'lastname',
      'phone',
      'email',
      'language',
      'timezone',
      'hireDate',
      'birthday',
      'work',
      'employeeId',
      'groups',
    ])
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { minLength: 12, maxLength: 12 }), (cells) => {
        const reading = readRow(cells, all)
        const classification = classify(reading, {
          plan: all,
          existing: noExistingContacts,
          choices: {},
          optionGroups: [],
        })
        expect(['new', 'invalid']).toContain(classification.kind)
        if (classification.kind === 'invalid')
          expect(classification.problems.map(({ words }) => localize(words, 'en')).join()).toMatch(/./)
        else expect(classification.draft.firstname?.length).toBeGreaterThan(0)
        expect((classification.draft.firstname ?? '').length).toBeLessThanOrEqual(60)
      }),
      { numRuns: 1000 },
    )
  })

  test('stays skipped whatever its problems', () => {
    expect(
      classify(readRow(['', '12'], plan), {
        plan,
        existing: noExistingContacts,
        choices: { skip: true },
        optionGroups: [],
      }),
    ).toMatchObject({ kind: 'skipped', problems: [] })
  })

  test('without a name is refused', () => {
    const { problems } = classify(readRow(['', '555-010-2233'], plan), {
      plan,
      existing: noExistingContacts,
      choices: {},
      optionGroups: [],
    })
    const texts = problems.map(({ words }) => localize(words, 'en'))
    expect(texts).toEqual(['The name is missing. Type at least a first name.'])
  })
})
