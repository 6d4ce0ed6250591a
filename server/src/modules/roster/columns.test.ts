import { EXPORT_COLUMNS } from '@crewline/contract/contact-columns'
import type { ContactAct } from '@crewline/contract/roster'
import type { Contact } from '@crewline/contract/contacts'
import type { FilterNode } from '@crewline/contract/filters'
import { expect, test } from 'vitest'
import type { FieldRule } from '../fields/index.ts'
import { columnOf, factWords } from './columns.ts'
import { noted, notedAct } from './noted.ts'
import { runWords } from './words.ts'

const field = (more: Partial<FieldRule>): FieldRule => ({
  ...{ id: '', key: 'shift', name: 'Shift', type: 'text', options: [], required: false, unique: false },
  ...{ sensitive: false, fallback: '', managedBy: null, position: 0 },
  ...more,
})
const ana = {
  ...{ firstname: 'Ana', lastname: '', work: 'on_leave', reach: 'can_text', hireDate: null, birthday: '04-23' },
  groups: [
    { id: '1', name: 'Night' },
    { id: '2', name: 'Safety' },
  ],
  customFields: { shift: ['a', 'b', 'gone'] },
} as unknown as Contact

test('each column says in two languages what it is and what stands in it', () => {
  const cells = (name: string, fields: FieldRule[] = []) =>
    [false, true].map((spanish) => [columnOf(name, fields, spanish)?.head, columnOf(name, fields, spanish)?.cell(ana)])
  expect(cells('work')).toEqual([
    ['Status', 'On leave'],
    ['Estado', 'De permiso'],
  ])
  expect(cells('groups')[0]).toEqual(['Groups', 'Night; Safety'])
  expect(cells('hireDate')[0]?.[1]).toBe('')
  const options = [
    { id: 'a', label: 'Day', color: 'gray', archived: false },
    { id: 'b', label: 'Late', color: 'gray', archived: true },
  ]
  expect(cells('custom.shift', [field({ type: 'multiselect', options })])[0]).toEqual(['Shift', 'Day; Late'])
  for (const name of EXPORT_COLUMNS) expect(columnOf(name, [], true)?.head).not.toBe('')
})

test('names that are no column are none, also those every object has', () => {
  for (const name of ['custom.shift', 'custom.', 'toString', '__proto__', ''])
    expect(columnOf(name, [], false)).toBeUndefined()
  expect(factWords('status', [], false)).toBe('Status')
  expect(factWords('reach', [], false)).toBeUndefined()
})

test('the audit trail keeps what was done to whom, and no words of theirs', () => {
  const filter: FilterNode = { op: 'and', children: [{ field: 'lastname', cmp: 'is', value: 'Ruiz' }] }
  const audience = { search: 'Ana Ruiz', reach: 'all' as const, filter }
  const kept = JSON.stringify([
    noted({ contacts: [], selectedAll: true, audience, excludedIds: ['1'] }),
    notedAct({ act: 'edit', field: 'custom.diet', value: 'Vegan' }),
    notedAct({ act: 'opt_out', words: 'Ana asked' }),
  ])
  expect(kept).not.toMatch(/Ana|Ruiz|Vegan/)
  expect(kept).toContain('"ruledBy":["lastname"]')
  expect(kept).toContain('"field":"custom.diet"')
})

test('how an act stands is said with its counts, in two languages', () => {
  const act: ContactAct = { act: 'archive', archived: false }
  expect(runWords(act, { stage: 'done', changed: 1, skipped: 0 }, 'en')).toEqual({
    title: 'Restore contacts',
    message: '1 contact changed.',
  })
  expect(runWords(act, { stage: 'stopped', changed: 1200, skipped: 1 }, 'es')).toEqual({
    title: 'Restaurar contactos',
    message: 'Se detuvo. 1200 contactos cambiaron. 1 quedó como antes. Inténtalo de nuevo.',
  })
  expect(runWords(act, { stage: 'running', changed: 0, skipped: 0 }, 'es').message).toBe('Esto sigue en segundo plano.')
})
