import { setupI18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import type { FilterField } from './filter-field.ts'
import { formatFilter, formatRule } from './words.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const fields: FilterField[] = [
  { name: 'location', label: 'Location', kind: 'text', section: 'work' },
  { name: 'hireDate', label: 'Hire date', kind: 'date', section: 'work' },
  { name: 'birthday', label: 'Birthday', kind: 'birthday', section: 'person' },
  { name: 'activity', label: 'Activity', kind: 'activity', section: 'texting' },
  { name: 'group', label: 'Group', kind: 'group', section: 'texting', options: [{ value: 'g1', label: 'Night' }] },
  { name: 'custom.size', label: 'Size', kind: 'number', section: 'custom' },
  { name: 'custom.forklift', label: 'Forklift', kind: 'boolean', section: 'custom' },
  {
    name: 'custom.shift',
    label: 'Shift',
    kind: 'choice',
    section: 'custom',
    options: [{ value: 'n', label: 'Night' }],
  },
]

describe('a rule as text', () => {
  it.each([
    [{ field: 'location', cmp: 'in', value: ['Plant 2', 'Plant 3'] }, 'Location is any of Plant 2, Plant 3'],
    [{ field: 'location', cmp: 'not_empty' }, 'Location has a value'],
    [{ field: 'location', cmp: 'is' }, 'Location is …'],
    [{ field: 'hireDate', cmp: 'in_last_days', value: 90 }, 'Hire date is in the last 90 days'],
    [{ field: 'hireDate', cmp: 'on', value: '2024-03-05' }, 'Hire date is on Mar 5, 2024'],
    [
      { field: 'hireDate', cmp: 'between', value: ['2024-03-05', '2024-04-05'] },
      'Hire date is between Mar 5, 2024 and Apr 5, 2024',
    ],
    [{ field: 'birthday', cmp: 'anniversary_in_next_days', value: 1 }, 'Birthday is coming up in the next 1 day'],
    [{ field: 'activity', cmp: 'silent_for_days', value: 30 }, "Hasn't replied in 30 days"],
    [{ field: 'activity', cmp: 'opted_out' }, 'Opted out'],
    [{ field: 'group', cmp: 'member_of', value: ['g1', 'g2'] }, 'Group is any of Night, a deleted group'],
    [{ field: 'custom.size', cmp: 'between', value: [3, Number.NaN] }, 'Size is between 3 and …'],
    [{ field: 'custom.forklift', cmp: 'is', value: false }, 'Forklift is No'],
    [{ field: 'custom.shift', cmp: 'in', value: ['n', 'x'] }, 'Shift is any of Night, x'],
    [{ field: 'custom.gone', cmp: 'is', value: 'x' }, 'gone is x'],
  ] as const)('%j', (rule, expected) => {
    const { value, ...rest } = { value: undefined, ...rule }
    expect(
      formatRule({ ...rest, ...(value !== undefined && { value: structuredClone(value) as never }) }, fields, i18n),
    ).toBe(expected)
  })
})

describe('a filter as text', () => {
  it('joins rules with and, and nested rules with or', () => {
    const shift = { field: 'custom.shift', cmp: 'in' as const, value: ['n'] }
    const hired = { field: 'hireDate', cmp: 'empty' as const }
    const where = { field: 'location', cmp: 'is' as const, value: 'Plant 2' }
    expect(formatFilter({ op: 'and', children: [where, { op: 'or', children: [shift, hired] }] }, fields, i18n)).toBe(
      'Location is Plant 2 and (Shift is any of Night or Hire date is empty)',
    )
  })
})
