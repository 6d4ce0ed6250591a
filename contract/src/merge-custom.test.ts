import { expect, test } from 'vitest'
import { customMerge, type MergeableField } from './merge-custom.ts'
import { fillMerge, mayHaveCustomFields, tagsIn } from './merge.ts'

const field = (key: string, type: MergeableField['type'], more: Partial<MergeableField> = {}): MergeableField => ({
  ...{ key, type, options: [], fallback: '', sensitive: false },
  ...more,
})
const fields = [
  field('shift', 'select', {
    options: [
      { id: 'a', label: 'Day', color: 'gray', archived: false },
      { id: 'b', label: 'Night', color: 'gray', archived: true },
    ],
    fallback: 'your shift',
  }),
  field('expires', 'date'),
  field('keys', 'boolean'),
  field('size_2', 'number'),
  field('ssn', 'text', { sensitive: true, fallback: 'hidden' }),
]
const fill = (body: string, values: Parameters<typeof customMerge>[1], language = 'en') =>
  fillMerge(body, { first_name: 'Maria' }, customMerge(fields, values, language))

test('renders labels, days and numbers of custom fields', () => {
  const values = { shift: 'b', expires: '2026-04-23', keys: true, size_2: 12.5 }
  expect(fill('{first_name}: {shift}, {expires}, {keys}, {size_2}', values).body).toBe(
    'Maria: Night, Apr 23, 2026, Yes, 12.5',
  )
  expect(fill('{expires}, {keys}', values, 'es').body).toBe('23 abr 2026, Sí')
  expect(fill('{expires}', values, 'not a language').body).toBe('Apr 23, 2026')
})

test('uses the inline fallback for an empty field, then the fallback of the field, else reports it missing', () => {
  expect(fill('{shift|the shift} {shift} {size_2}', {})).toEqual({
    ...{ body: 'the shift your shift {size_2}', missing: ['size_2'] },
  })
})

test('never renders sensitive fields and leaves unknown names unchanged', () => {
  expect(fill('{ssn} {gone} {constructor}', { ssn: '123' })).toEqual({
    ...{ body: '{ssn} {gone} {constructor}', missing: ['ssn'] },
  })
})

test('lists the field names in a text', () => {
  expect(tagsIn('{first_name} {shift|x} { shift } {A} {1a}')).toEqual(['first_name', 'shift'])
  expect(mayHaveCustomFields('{first_name}')).toBe(false)
  expect(mayHaveCustomFields('{shift}')).toBe(true)
})
