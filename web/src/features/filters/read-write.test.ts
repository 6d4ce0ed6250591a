import { COMPARATORS, STANDARD_FIELDS, valueShapeOf, type ValueShape } from '@crewline/contract/filter-fields'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FilterField } from './filter-field.ts'
import { readFilter, writeFilter } from './read-write.ts'

const shift: FilterField = { name: 'custom.shift', label: 'Shift', kind: 'choice', section: 'custom', options: [] }
const fields: FilterField[] = [
  ...Object.entries(STANDARD_FIELDS).map(([name, kind]): FilterField => ({
    name,
    label: name,
    kind,
    section: 'person',
  })),
  shift,
]

const text = fc.string({ minLength: 1, maxLength: 40 }).filter((candidate) => candidate.trim() !== '')
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value))
const date = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const values: Record<ValueShape, fc.Arbitrary<Rule['value']>> = {
  none: fc.constant(undefined),
  text,
  texts: fc.array(text, { minLength: 1, maxLength: 5 }),
  number,
  numbers: fc.tuple(number, number).map((pair) => pair.toSorted((a, b) => a - b)),
  date,
  dates: fc.tuple(date, date).map((pair) => pair.toSorted()),
  days: fc.integer({ min: 1, max: 3650 }),
  boolean: fc.boolean(),
}

const rule: fc.Arbitrary<Rule> = fc
  .constantFrom(...fields)
  .chain(({ name, kind }) => fc.tuple(fc.constant({ name, kind }), fc.constantFrom(...COMPARATORS[kind])))
  .chain(([{ name, kind }, cmp]) =>
    values[valueShapeOf(kind, cmp)].map((value) => ({ field: name, cmp, ...(value !== undefined && { value }) })),
  )
const op = fc.constantFrom('and' as const, 'or' as const)
const nested = (depth: number): fc.Arbitrary<FilterNode> =>
  fc.record({
    op,
    children: fc.array(depth === 1 ? rule : fc.oneof({ weight: 3, arbitrary: rule }, nested(depth - 1)), {
      minLength: 1,
      maxLength: 3,
    }),
  })

describe('a filter in a URL', () => {
  it('is the same after writing and reading', () => {
    fc.assert(
      fc.property(nested(3), (filter) => {
        expect(readFilter(writeFilter(filter), fields)).toEqual({ filter, dropped: [], isBroken: false })
      }),
    )
  })
  it('is empty without rules', () => {
    expect(writeFilter(undefined)).toBe('')
    expect(writeFilter({ op: 'and', children: [] })).toBe('')
    expect(readFilter('')).toEqual({ filter: undefined, dropped: [], isBroken: false })
    expect(readFilter(null).filter).toBeUndefined()
  })
  it('is reported as broken when it cannot be read', () => {
    for (const broken of ['{', '[]', '7', 'null', '"x"']) expect(readFilter(broken)).toMatchObject({ isBroken: true })
  })
  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.json(), (json) => void readFilter(json, fields)))
    fc.assert(fc.property(fc.string(), (json) => void readFilter(json)))
  })
})

describe('invalid rules', () => {
  const validRule: Rule = { field: 'location', cmp: 'in', value: ['Plant 2'] }
  const read = (children: unknown[], knownFields: FilterField[] | undefined = fields) =>
    readFilter(JSON.stringify({ op: 'and', children }), knownFields)

  it('are dropped and listed, while the others stay', () => {
    const goneRule = { field: 'custom.gone', cmp: 'is', value: 'x' }
    expect(read([validRule, goneRule, { op: 'or', children: [goneRule] }])).toEqual({
      filter: { op: 'and', children: [validRule] },
      dropped: ['custom.gone'],
      isBroken: false,
    })
  })
  it.each([
    ['a comparator of another kind', { field: 'location', cmp: 'gt', value: 3 }],
    ['a comparator that does not exist', { field: 'location', cmp: 'sounds_like', value: 'x' }],
    ['no value', { field: 'location', cmp: 'is' }],
    ['a value of another shape', { field: 'hireDate', cmp: 'between', value: ['2024-01-01'] }],
    ['a range that begins with its end', { field: 'hireDate', cmp: 'between', value: ['2024-02-01', '2024-01-01'] }],
    ['a day that does not exist', { field: 'hireDate', cmp: 'on', value: '2024-13-41' }],
    ['no days at all', { field: 'activity', cmp: 'replied_in_days', value: 0 }],
    ['a value where none belongs', { field: 'email', cmp: 'empty', value: 'x' }],
  ])('have %s', (_why, badRule) => {
    expect(read([badRule])).toEqual({ filter: undefined, dropped: [badRule.field], isBroken: false })
  })
  it('exclude rules about custom fields that are not loaded yet', () => {
    const customRule = { field: 'custom.shift', cmp: 'in', value: ['night'] }
    expect(readFilter(JSON.stringify({ op: 'and', children: [customRule] })).filter).toEqual({
      op: 'and',
      children: [customRule],
    })
  })
  it('include those below the third level and after the fiftieth', () => {
    const deep = {
      op: 'and',
      children: [{ op: 'or', children: [{ op: 'and', children: [{ op: 'or', children: [validRule] }] }] }],
    }
    expect(readFilter(JSON.stringify(deep), fields)).toMatchObject({ filter: undefined, dropped: [''] })
    const result = read(Array.from({ length: 60 }, () => validRule))
    expect(result.filter?.children).toHaveLength(50)
    expect(result.dropped).toEqual(['location'])
  })
})
