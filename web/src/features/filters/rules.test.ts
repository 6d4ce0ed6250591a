import type { FilterNode, Rule } from '@crewline/contract/filters'
import { describe, expect, it } from 'vitest'
import { plainRules, withRule } from './chips/chips.ts'
import type { FilterField } from './filter-field.ts'
import { completeOf, isUnfinished, newRule, withComparator } from './rules.ts'

const location: FilterField = { name: 'location', label: 'Location', kind: 'text', section: 'work' }
const hired: FilterField = { name: 'hireDate', label: 'Hire date', kind: 'date', section: 'work' }
const forklift: FilterField = { name: 'custom.forklift', label: 'Forklift', kind: 'boolean', section: 'custom' }
const fields = [location, hired, forklift]

describe('a new rule', () => {
  it('starts with the most common comparator', () => {
    expect(newRule(location)).toEqual({ field: 'location', cmp: 'in' })
    expect(newRule(hired)).toEqual({ field: 'hireDate', cmp: 'on' })
    expect(newRule(forklift)).toEqual({ field: 'custom.forklift', cmp: 'is', value: true })
  })
})

describe('a changed comparator', () => {
  it('keeps a value that fits', () => {
    expect(withComparator({ field: 'location', cmp: 'is', value: 'Plant 2' }, 'text', 'in').value).toEqual(['Plant 2'])
    expect(withComparator({ field: 'location', cmp: 'in', value: ['A', 'B'] }, 'text', 'is').value).toBe('A')
    expect(withComparator({ field: 'location', cmp: 'is', value: 'A' }, 'text', 'contains').value).toBe('A')
  })
  it('drops a value that does not fit, and defaults to 90 days', () => {
    expect(withComparator({ field: 'hireDate', cmp: 'on', value: '2024-05-01' }, 'date', 'in_last_days')).toEqual({
      field: 'hireDate',
      cmp: 'in_last_days',
      value: 90,
    })
    expect(withComparator({ field: 'location', cmp: 'is', value: 'A' }, 'text', 'empty')).toEqual({
      field: 'location',
      cmp: 'empty',
    })
  })
})

const completeRule: Rule = { field: 'location', cmp: 'is', value: 'A' }
const open: Rule = { field: 'location', cmp: 'is' }

describe('the filter sent to the server', () => {
  it('has only complete rules and no empty groups', () => {
    const filter: FilterNode = { op: 'and', children: [completeRule, open, { op: 'or', children: [open] }] }
    expect(completeOf(filter, fields)).toEqual({ op: 'and', children: [completeRule] })
    expect(completeOf({ op: 'and', children: [open] }, fields)).toBeUndefined()
    expect(completeOf({ op: 'and', children: [{ field: 'custom.gone', cmp: 'empty' }] }, fields)).toBeUndefined()
    expect(completeOf(undefined, fields)).toBeUndefined()
  })
  it('is unfinished while a rule has no value, or is about a deleted field', () => {
    const nested: FilterNode = { op: 'and', children: [completeRule, { op: 'or', children: [open] }] }
    expect(isUnfinished(nested, fields)).toBe(true)
    expect(isUnfinished({ op: 'and', children: [{ field: 'custom.gone', cmp: 'empty' }] }, fields)).toBe(true)
    expect(isUnfinished({ op: 'and', children: [completeRule] }, fields)).toBe(false)
    expect(isUnfinished(undefined, fields)).toBe(false)
  })
  it('omits ranges with an empty number', () => {
    const range: Rule = { field: 'custom.size', cmp: 'between', value: [1, Number.NaN] }
    const size: FilterField = { name: 'custom.size', label: 'Size', kind: 'number', section: 'custom' }
    expect(completeOf({ op: 'and', children: [range] }, [size])).toBeUndefined()
  })
})

describe('the chips of a filter', () => {
  it('show its rules when all of them must match', () => {
    expect(plainRules(undefined)).toEqual([])
    expect(plainRules({ op: 'and', children: [completeRule, open] })).toHaveLength(2)
    expect(plainRules({ op: 'or', children: [completeRule] })).toHaveLength(1)
    expect(plainRules({ op: 'or', children: [completeRule, open] })).toBeUndefined()
    expect(plainRules({ op: 'and', children: [{ op: 'or', children: [completeRule] }] })).toBeUndefined()
  })
  it('add a rule, change one in place, and extend a nested filter', () => {
    expect(withRule(undefined, undefined, completeRule)).toEqual({ op: 'and', children: [completeRule] })
    expect(withRule({ op: 'and', children: [open] }, 0, completeRule)).toEqual({ op: 'and', children: [completeRule] })
    const either: FilterNode = { op: 'or', children: [completeRule, open] }
    expect(withRule(either, undefined, completeRule)).toEqual({ op: 'and', children: [either, completeRule] })
    const full: FilterNode = { op: 'and', children: Array.from({ length: 50 }, () => completeRule) }
    expect(withRule(full, undefined, completeRule)).toBeUndefined()
  })
})
