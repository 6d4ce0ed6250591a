import { expect, test } from 'vitest'
import { columnsOf, hasCapitals, matchProblems, type ColumnChoice } from './targets.ts'

const choices = (...targets: (string | null)[]): ColumnChoice[] =>
  targets.map((target, index) => ({ index, target, newField: null, fixCapitals: false }))
const kinds = (all: ColumnChoice[]) => matchProblems(all).map(({ kind }) => kind)

test('people need a name and something that tells them apart', () => {
  expect(kinds(choices('department'))).toEqual(['no_name', 'no_key'])
  expect(kinds(choices('fullname', 'employeeId'))).toEqual([])
  expect(kinds(choices('firstname', 'lastname', 'phone'))).toEqual([])
  expect(kinds(choices('lastname', 'phone'))).toEqual(['no_name'])
})

test('a target takes one column, but groups take as many as there are', () => {
  const [problem] = matchProblems(choices('firstname', 'phone', null, 'phone'))
  expect(problem).toEqual({ kind: 'twice', target: 'phone', columns: [1, 3] })
  expect(columnsOf(problem as NonNullable<typeof problem>)).toEqual([1, 3])
  expect(kinds(choices('firstname', 'phone', 'groups', 'groups'))).toEqual([])
})

test('a new field has a name that no other field has', () => {
  const fresh = (name: string, index: number): ColumnChoice => ({
    index,
    target: null,
    newField: { name, type: 'text' },
    fixCapitals: false,
  })
  const base = choices('firstname', 'phone')
  expect(kinds([...base, fresh(' ', 2)])).toEqual(['field_unnamed'])
  expect(kinds([...base, fresh('Shift', 2), fresh('shift ', 3)])).toEqual(['field_twice'])
  expect(matchProblems([...base, fresh('shift', 2)], ['Shift']).map(({ kind }) => kind)).toEqual(['field_twice'])
  expect(kinds([...base, fresh('Shift', 2)])).toEqual([])
})

test('capitals are put right in names and places only', () => {
  expect(['firstname', 'location', 'jobTitle'].every(hasCapitals)).toBe(true)
  expect(['phone', 'email', 'custom.shift', null].some(hasCapitals)).toBe(false)
})
