import type { FieldType } from '@crewline/contract/fields'
import { expect, test } from 'vitest'
import { fieldTypes, widerTypes } from './useFieldTypes.ts'

test('offers every type once, and each field its own type first', () => {
  expect(new Set(fieldTypes).size).toBe(10)
  for (const type of fieldTypes) expect(widerTypes(type)[0]).toBe(type)
})

test.each<[FieldType, FieldType[]]>([
  ['select', ['select', 'multiselect', 'text', 'longtext']],
  ['number', ['number', 'text', 'longtext']],
  ['text', ['text', 'longtext']],
  ['longtext', ['longtext']],
])('allows %s to become only types that keep all its values', (from, wider) => {
  expect(widerTypes(from)).toEqual(wider)
})
