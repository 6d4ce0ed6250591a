import { describe, expect, test } from 'vitest'
import { plainHeader, targetOfHeader } from './header-words.ts'
import { languageFrom } from './languages.ts'
import { matchColumns, type MatchContext } from './match-rules.ts'

const context: MatchContext = { remembered: new Map(), fields: [], shifts: new Set(), country: 'US' }

function targets(headers: string[], rows: string[][], more: Partial<MatchContext> = {}): (string | null)[] {
  const samples = headers.map((_, at) => rows.map((row) => row[at] ?? '').filter(Boolean))
  return matchColumns(headers, samples, { ...context, ...more }).map((match) => match.target)
}

describe('a header', () => {
  test.each([
    ['Cell #', 'phone'],
    ['Mobile Phone', 'phone'],
    ['Primary Phone Number', 'phone'],
    ['Teléfono móvil', 'phone'],
    ['Cell ph.', 'phone'],
    ['Cel', 'phone'],
    ['Móvil', 'phone'],
    ['Handy', 'phone'],
    ['Emp ID', 'employeeId'],
    ['EmployeeID', 'employeeId'],
    ['EE #', 'employeeId'],
    ['Nº de empleado', 'employeeId'],
    ['F name', 'firstname'],
    ['Legal First Name', 'firstname'],
    ['Apellido', 'lastname'],
    ['Apellidos', 'lastname'],
    ['Name', 'fullname'],
    ['Employee Name (Last, First)', 'fullname'],
    ['Hire Date', 'hireDate'],
    ['Fecha de ingreso', 'hireDate'],
    ['DOB', 'birthday'],
    ['Fec. nac.', 'birthday'],
    ['Work Email', 'email'],
    ['Dept. Code', 'department'],
    ['Preferred Language', 'language'],
    ['Employment Status', 'work'],
    ['Emergency Contact Phone', undefined],
    ['Manager Name', undefined],
    ['Home phone', undefined],
    ['Favourite colour', undefined],
  ])('matches %s to %s', (header, target) => {
    expect(targetOfHeader(header)).toBe(target)
  })

  test('is compared without case, accents and punctuation', () => {
    expect(plainHeader('  Fecha_de   NACIMIENTO*')).toBe('fecha de nacimiento')
    expect(plainHeader('firstName')).toBe('first name')
  })
})

describe('columns', () => {
  test('the better header wins when two could be the mobile number', () => {
    expect(targets(['Home Phone', 'Cell', 'Phone'], [['555-010-2233', '555-010-2234', '555-010-2235']])).toEqual([
      null,
      'phone',
      null,
    ])
  })

  test('without a header are matched by content', () => {
    const rows = [
      ['Maria', '555-010-2233', 'maria@example.com', 'Spanish'],
      ['Sam', '(555) 010 2234', 'sam@example.com', 'English'],
      ['Ana', '5550102235', 'ana@example.com', 'Español'],
    ]
    expect(targets(['Column A', 'Column B', 'Column C', 'Column D'], rows)).toEqual([
      null,
      'phone',
      'email',
      'language',
    ])
  })

  test('are phone numbers when most values are, unless the header names another person', () => {
    const rows = [['555-010-2233'], ['(555) 010 2234'], ['5550102235'], ['none'], ['ask Sam']]
    expect(targets(['Reach at'], rows)).toEqual(['phone'])
    expect(targets(['Emergency contact'], rows)).toEqual([null])
    expect(targets(['Badge'], [['555-010-2233'], ['A-7'], ['A-8']])).toEqual([null])
  })

  test('are not matched by header against their content', () => {
    expect(targets(['Mobile'], [['yes'], ['no']])).toEqual([null])
  })

  test('a full name is skipped next to its parts and is the first name next to a last name', () => {
    expect(targets(['Name', 'First name', 'Last name'], [['Ada Ek', 'Ada', 'Ek']])).toEqual([
      null,
      'firstname',
      'lastname',
    ])
    expect(targets(['Name', 'Surname'], [['Ada', 'Ek']])).toEqual(['firstname', 'lastname'])
  })

  test('follow the remembered mapping and the names of custom fields', () => {
    const remembered = new Map<string, string | null>([
      ['cell', null],
      ['zona', 'location'],
      ['old', 'custom.gone'],
    ])
    const fields = [{ key: 'shift', name: 'Shift' }]
    expect(
      targets(['Cell', 'Zona', 'Old', 'SHIFT'], [['555-010-2233', 'North', 'x', 'A']], { remembered, fields }),
    ).toEqual([null, 'location', null, 'custom.shift'])
  })
})

test('a column named Shift goes to the shift when it names shifts of the organization', () => {
  const shifts = new Set(['night shift', 'early'])
  const rows = [['NIGHT Shift'], ['early'], ['unknown']]
  expect(targets(['Turno'], rows, { shifts })).toEqual(['shift'])
  expect(targets(['Shift'], [['A'], ['B'], ['C'], ['D'], ['E'], ['F']], { shifts })).toEqual([null])
  expect(targets(['Shift'], rows)).toEqual([null])
})

test('reads languages by name and by code', () => {
  expect(
    ['Spanish', 'español', 'ES', 'pt-br', 'Haitian Creole', 'Tiếng Việt', 'Tagalog', '中文', 'Klingon', 'xx', ''].map(
      languageFrom,
    ),
  ).toEqual([...['es', 'es', 'es', 'pt-BR', 'ht', 'vi', 'tl', 'zh', undefined, undefined, undefined]])
})
