import { expect, test } from 'vitest'
import { columnsOf, hasCapitals, isShouted, matchProblems, type ColumnChoice } from './targets.ts'

const choices = (...targets: (string | null)[]): ColumnChoice[] =>
  targets.map((target, index) => ({
    index,
    target,
    newField: null,
    fixCapitals: false,
    dateOrder: null,
    replacements: [],
  }))
const kinds = (all: ColumnChoice[]) => matchProblems(all).map(({ kind }) => kind)

test('requires a phone column, or the choice to import without one', () => {
  expect(kinds(choices('firstname', 'employeeId'))).toEqual(['no_phone'])
  expect(matchProblems(choices('firstname', 'employeeId'), [], { withoutPhones: true })).toEqual([])
})

test('requires a name and an identifier', () => {
  expect(kinds(choices('department'))).toEqual(['no_name', 'no_key', 'no_phone'])
  expect(kinds(choices('fullname', 'employeeId', 'phone'))).toEqual([])
  expect(kinds(choices('firstname', 'lastname', 'phone'))).toEqual([])
  expect(kinds(choices('lastname', 'phone'))).toEqual(['no_name'])
})

test('allows one column per target, but any number of columns for groups', () => {
  const [problem] = matchProblems(choices('firstname', 'phone', null, 'phone'))
  expect(problem).toEqual({ kind: 'twice', target: 'phone', columns: [1, 3] })
  expect(columnsOf(problem as NonNullable<typeof problem>)).toEqual([1, 3])
  expect(kinds(choices('firstname', 'phone', 'groups', 'groups'))).toEqual([])
})

test('requires a unique name for a new field', () => {
  const newFieldChoice = (name: string, index: number): ColumnChoice => ({
    index,
    target: null,
    newField: { name, type: 'text' },
    fixCapitals: false,
    dateOrder: null,
    replacements: [],
  })
  const base = choices('firstname', 'phone')
  expect(kinds([...base, newFieldChoice(' ', 2)])).toEqual(['field_unnamed'])
  expect(kinds([...base, newFieldChoice('Shift', 2), newFieldChoice('shift ', 3)])).toEqual(['field_twice'])
  expect(matchProblems([...base, newFieldChoice('shift', 2)], ['Shift']).map(({ kind }) => kind)).toEqual([
    'field_twice',
  ])
  expect(kinds([...base, newFieldChoice('Shift', 2)])).toEqual([])
})

test('fixes capitals in names and places only', () => {
  expect(['firstname', 'location', 'jobTitle'].every(hasCapitals)).toBe(true)
  expect(['phone', 'email', 'custom.shift', null].some(hasCapitals)).toBe(false)
})

test('offers to fix capitals in names of a column matched by hand, not in codes', () => {
  expect(isShouted('firstname', ['MARIA', 'SEAN', 'Ana'])).toBe(true)
  expect(isShouted('firstname', ['Maria', 'Sean', 'Ana'])).toBe(false)
  expect(isShouted('department', ['NORTH', 'SOUTH'])).toBe(false)
})

test('asks how mixed dates are meant, once per column that goes to a date', () => {
  const dates = choices('firstname', 'phone', 'hireDate', 'location')
  const problemsOf = (all: ColumnChoice[]) => matchProblems(all, [], { mixed: new Set([2, 3]) })
  expect(problemsOf(dates)).toEqual([{ kind: 'mixed_dates', column: 2 }])
  expect(problemsOf(dates.map((choice) => ({ ...choice, dateOrder: 'dmy' })))).toEqual([])
  expect(matchProblems(dates)).toEqual([])
})

test('asks about mixed dates of custom fields and of new fields too', () => {
  const [first, phone] = choices('firstname', 'phone')
  const custom = { ...choices('custom.badge_until')[0], index: 2 } as ColumnChoice
  const added: ColumnChoice = { ...custom, index: 3, target: null, newField: { name: 'Permit', type: 'date' } }
  const note: ColumnChoice = { ...custom, index: 4, target: null, newField: { name: 'Note', type: 'text' } }
  const all = [first, phone, custom, added, note] as ColumnChoice[]
  const found = matchProblems(all, [], {
    mixed: new Set([2, 3, 4]),
    dateTargets: new Set(['hireDate', 'custom.badge_until']),
  })
  expect(found).toEqual([
    { kind: 'mixed_dates', column: 2 },
    { kind: 'mixed_dates', column: 3 },
  ])
})
