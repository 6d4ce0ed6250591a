import type { ImportRow } from '@crewline/contract/imports'
import { expect, test } from 'vitest'
import { comesIn } from '../inserted-states.ts'
import { mayShare, placed, rowName, type GridColumn } from './grid-columns.ts'
import { contactsLink } from '../contacts-link.ts'
import { rowsOf, withRows } from './row-fold.ts'

const columns: GridColumn[] = [
  { index: 0, header: 'F name', target: 'firstname' },
  { index: 2, header: 'Last', target: 'lastname' },
  { index: 1, header: 'Cell', target: 'phone' },
]
const row = (number: number, more: Partial<ImportRow> = {}): ImportRow => ({
  row: number,
  kind: 'invalid',
  values: ['Ana', '555', 'Ruiz'],
  problems: [],
  optedOut: false,
  ...more,
})
const problem = { column: 1, code: 'x', words: 'No.', otherRow: null, contactId: null, suggestion: null }

test('replaces a corrected row on its page and ignores one that is not loaded', () => {
  const pages = [{ rows: [row(17), row(18)] }, { rows: [row(90)] }]
  withRows(pages, [row(90, { kind: 'new' }), row(12, { kind: 'new' })])
  expect(rowsOf(pages).map(({ row: number, kind }) => [number, kind])).toEqual([
    [17, 'invalid'],
    [18, 'invalid'],
    [90, 'new'],
  ])
})

test('lists a row once when it moved to the next page', () => {
  expect(rowsOf([{ rows: [row(17)] }, { rows: [row(17), row(18)] }])).toHaveLength(2)
})

test('names a row by the name in its cells', () => {
  expect(rowName(row(1), columns)).toBe('Ana Ruiz')
  expect(rowName(row(1, { values: ['', '5', ' '] }), columns)).toBe('')
})

test('shows a duplicate number at the cell of the number', () => {
  const twins = row(17, { problems: [{ ...problem, column: null, code: 'same_phone', otherRow: 12 }] })
  expect(placed(twins, columns).problems[0]?.column).toBe(1)
  const fine = row(18, { problems: [problem] })
  expect(placed(fine, columns)).toBe(fine)
})

test('offers sharing only for a number of another contact', () => {
  expect(mayShare({ ...problem, otherRow: 12 }, columns)).toBe(true)
  expect(mayShare(problem, columns)).toBe(false)
  expect(mayShare({ ...problem, column: 0, otherRow: 12 }, columns)).toBe(false)
})

test('counts new and updated rows as imported, and invalid, duplicate or skipped rows as left out', () => {
  const counts = {
    new: 4231,
    update: 39,
    unchanged: 3,
    duplicate: 2,
    invalid: 39,
    skipped: 1,
    optedOut: 9,
    landline: 4,
    noPhone: 0,
  }
  expect(comesIn(counts)).toEqual({ comes: 4270, stays: 42, isAny: true })
})

test('links to the contacts that the import added', () => {
  const result = { added: 3, updated: 0, skipped: 0, unchanged: 0 }
  const id = '0198f3a1-0000-7000-8000-000000000001'
  const filters = new URLSearchParams(contactsLink({ id, result }).split('?')[1]).get('filters')
  expect(JSON.parse(filters ?? '')).toEqual({ op: 'and', children: [{ field: 'import', cmp: 'in', value: [id] }] })
  expect(contactsLink({ id, result: { ...result, added: 0 } })).toBe('/dashboard/contacts')
})
