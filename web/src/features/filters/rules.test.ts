import type { FilterNode, Rule } from '@crewline/contract/filters'
import { describe, expect, it } from 'vitest'
import { plainRules, withRule } from './chips.ts'
import type { FilterField } from './filter-field.ts'
import { completeOf, newRule, withComparator } from './rules.ts'

const location: FilterField = { name: 'location', label: 'Location', kind: 'text', section: 'work' }
const hired: FilterField = { name: 'hireDate', label: 'Hire date', kind: 'date', section: 'work' }
const forklift: FilterField = { name: 'custom.forklift', label: 'Forklift', kind: 'boolean', section: 'custom' }
const fields = [location, hired, forklift]

describe('a new rule', () => {
  it('begins with the comparison people use most', () => {
    expect(newRule(location)).toEqual({ field: 'location', cmp: 'in' })
    expect(newRule(hired)).toEqual({ field: 'hireDate', cmp: 'on' })
    expect(newRule(forklift)).toEqual({ field: 'custom.forklift', cmp: 'is', value: true })
  })
})

describe('another comparison', () => {
  it('keeps what was written where it fits', () => {
    expect(withComparator({ field: 'location', cmp: 'is', value: 'Plant 2' }, 'text', 'in').value).toEqual(['Plant 2'])
    expect(withComparator({ field: 'location', cmp: 'in', value: ['A', 'B'] }, 'text', 'is').value).toBe('A')
    expect(withComparator({ field: 'location', cmp: 'is', value: 'A' }, 'text', 'contains').value).toBe('A')
  })
  it('forgets what does not, and offers 90 days', () => {
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

const done: Rule = { field: 'location', cmp: 'is', value: 'A' }
const open: Rule = { field: 'location', cmp: 'is' }

describe('what may be asked of the server', () => {
  it('is finished rules only, in groups that are not empty', () => {
    const filter: FilterNode = { op: 'and', children: [done, open, { op: 'or', children: [open] }] }
    expect(completeOf(filter, fields)).toEqual({ op: 'and', children: [done] })
    expect(completeOf({ op: 'and', children: [open] }, fields)).toBeUndefined()
    expect(completeOf({ op: 'and', children: [{ field: 'custom.gone', cmp: 'empty' }] }, fields)).toBeUndefined()
    expect(completeOf(undefined, fields)).toBeUndefined()
  })
  it('has numbers that were written', () => {
    const range: Rule = { field: 'custom.size', cmp: 'between', value: [1, Number.NaN] }
    const size: FilterField = { name: 'custom.size', label: 'Size', kind: 'number', section: 'custom' }
    expect(completeOf({ op: 'and', children: [range] }, [size])).toBeUndefined()
  })
})

describe('the chips of a filter', () => {
  it('are its rules while all of them must hold', () => {
    expect(plainRules(undefined)).toEqual([])
    expect(plainRules({ op: 'and', children: [done, open] })).toHaveLength(2)
    expect(plainRules({ op: 'or', children: [done] })).toHaveLength(1)
    expect(plainRules({ op: 'or', children: [done, open] })).toBeUndefined()
    expect(plainRules({ op: 'and', children: [{ op: 'or', children: [done] }] })).toBeUndefined()
  })
  it('grow by one, change in place, and join a nested filter', () => {
    expect(withRule(undefined, undefined, done)).toEqual({ op: 'and', children: [done] })
    expect(withRule({ op: 'and', children: [open] }, 0, done)).toEqual({ op: 'and', children: [done] })
    const either: FilterNode = { op: 'or', children: [done, open] }
    expect(withRule(either, undefined, done)).toEqual({ op: 'and', children: [either, done] })
    const full: FilterNode = { op: 'and', children: Array.from({ length: 50 }, () => done) }
    expect(withRule(full, undefined, done)).toBeUndefined()
  })
})
