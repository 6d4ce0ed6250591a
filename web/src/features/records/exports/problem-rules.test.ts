import type { FilterNode } from '@crewline/contract/filters'
import { expect, test } from 'vitest'
import { filterProblem, otherProblem } from './problem-rules.ts'

const filter: FilterNode = {
  op: 'and',
  children: [
    { field: 'location', cmp: 'is', value: 'Plant 2' },
    { op: 'or', children: [{ field: 'custom.badge', cmp: 'not_empty' }] },
  ],
}

test.each<[name: string, field: string | undefined]>([
  ['filter', undefined],
  ['filter.children', undefined],
  ['filter.children.0.value', 'location'],
  ['filter.children.1', undefined],
  ['filter.children.1.children.0.field', 'custom.badge'],
  ['filter.children.7.value', undefined],
  ['filter.children.0.children.3.value', undefined],
])('finds the field that %s is about', (name, field) => {
  expect(filterProblem({ title: 'Enter a title.', [name]: 'Wrong.' }, filter)).toEqual({ text: 'Wrong.', field })
})

test('shows at the end of the form what no field shows', () => {
  expect(filterProblem({ title: 'Enter a title.' }, filter)).toBeUndefined()
  expect(otherProblem({ title: 'Enter a title.', 'filter.children': 'Too many.', to: 'Too early.' })).toBeUndefined()
  expect(otherProblem({ form: 'No connection.' })).toBe('No connection.')
  expect(otherProblem({ 'contactIds.0': 'This has the wrong format.' })).toBe('This has the wrong format.')
})
