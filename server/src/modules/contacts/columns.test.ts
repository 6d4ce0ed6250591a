import { EXPORT_COLUMNS } from '@crewline/contract/contact-columns'
import type { Contact } from '@crewline/contract/contacts'
import { expect, test } from 'vitest'
import type { FieldRule } from '../fields/index.ts'
import { columnOf, attributeText } from './columns.ts'

const field = (more: Partial<FieldRule>): FieldRule => ({
  ...{ id: '', key: 'shift', name: 'Shift', type: 'text', options: [], required: false, unique: false },
  ...{ sensitive: false, fallback: '', managedBy: null, position: 0 },
  ...more,
})
const ana = {
  ...{ firstname: 'Ana', lastname: '', work: 'on_leave', reach: 'can_text', hireDate: null, birthday: '04-23' },
  source: 'manual',
  groups: [
    { id: '1', name: 'Night' },
    { id: '2', name: 'Safety' },
  ],
  customFields: { shift: ['a', 'b', 'gone'] },
} as unknown as Contact

test('returns the header and cell of each column in two languages', () => {
  const cells = (name: string, fields: FieldRule[] = []) =>
    (['en', 'es'] as const).map((locale) => [
      columnOf(name, fields, locale)?.header,
      columnOf(name, fields, locale)?.cell(ana),
    ])
  expect(cells('work')).toEqual([
    ['Status', 'On leave'],
    ['Estado', 'De permiso'],
  ])
  expect(cells('source')).toEqual([
    ['Source', 'Added by a teammate'],
    ['Origen', 'Lo agregó un compañero'],
  ])
  expect(cells('groups')[0]).toEqual(['Groups', 'Night; Safety'])
  expect(cells('hireDate')[0]?.[1]).toBe('')
  const options = [
    { id: 'a', label: 'Day', color: 'gray', archived: false },
    { id: 'b', label: 'Late', color: 'gray', archived: true },
  ]
  expect(cells('custom.shift', [field({ type: 'multiselect', options })])[0]).toEqual(['Shift', 'Day; Late'])
  for (const name of EXPORT_COLUMNS) expect(columnOf(name, [], 'es')?.header).not.toBe('')
})

test('returns no column for unknown names, including built-in object properties', () => {
  for (const name of ['custom.shift', 'custom.', 'toString', '__proto__', ''])
    expect(columnOf(name, [], 'en')).toBeUndefined()
  expect(attributeText('status', [], 'en')).toBe('Status')
  expect(attributeText('reach', [], 'en')).toBeUndefined()
})
