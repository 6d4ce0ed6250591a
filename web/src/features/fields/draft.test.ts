import type { CustomField } from '@crewline/contract/fields'
import { expect, test } from 'vitest'
import { changesOf, draftOf, movedBy, problemOf, readyDraft } from './draft.ts'

const option = (id: string, label: string, archived = false) => ({ id, label, color: 'gray', archived })
const shift: CustomField = {
  ...{ id: '1', name: 'Shift', key: 'shift', type: 'select', options: [option('a', 'Day'), option('b', 'Night')] },
  ...{ required: false, unique: false, sensitive: false, fallback: 'your shift', source: 'user', managedBy: null },
  ...{
    showInList: true,
    portal: 'hidden',
    position: 0,
    valueCount: 3,
    createdAt: '2026-01-01T00:00:00Z',
    deletedAt: null,
  },
}

test('sends nothing for an unchanged form', () => {
  expect(changesOf(shift, readyDraft(draftOf(shift)))).toEqual({})
})

test('sends only changes, trimmed and without empty options', () => {
  const ready = readyDraft({ ...draftOf(shift), name: ' Shifts ', options: [...shift.options, option('c', '  ')] })
  expect(changesOf(shift, ready)).toEqual({ name: 'Shifts' })
})

test('removes settings that the new type does not support', () => {
  const ready = readyDraft({ ...draftOf(shift), type: 'longtext', unique: true, sensitive: true })
  expect(changesOf(shift, ready)).toEqual({ type: 'longtext', options: [], sensitive: true, fallback: '' })
})

test('reports the first problem of a form', () => {
  const draft = draftOf(shift)
  expect(problemOf(readyDraft(draft))).toBeUndefined()
  expect(problemOf(readyDraft({ ...draft, name: ' ' }))).toBe('name')
  expect(problemOf(readyDraft({ ...draft, options: [option('a', 'Day', true)] }))).toBe('noOptions')
  expect(problemOf(readyDraft({ ...draft, options: [option('a', 'Day'), option('b', 'DAY ')] }))).toBe('sameOptions')
  expect(problemOf(readyDraft({ ...draft, type: 'text', options: [] }))).toBeUndefined()
})

test('moves an item by one position and stops at the ends', () => {
  expect(movedBy(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(movedBy(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(movedBy(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(movedBy(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
