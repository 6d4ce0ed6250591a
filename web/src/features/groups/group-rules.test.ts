import { describe, expect, it } from 'vitest'
import { canEditMembers, isEditableGroup, reachablePercent } from './group-rules.ts'

describe('the share of contacts who can get texts', () => {
  it.each([
    [0, 0, undefined],
    [0, 40, 0],
    [40, 40, 100],
    [1, 1000, 1],
    [999, 1000, 99],
    [20, 40, 50],
  ])('for %i of %i is %s', (reachableCount, contactCount, percent) => {
    expect(reachablePercent({ contactCount, reachableCount })).toBe(percent)
  })
})

describe('editing a group', () => {
  it('is allowed for a manual or smart group of this organization', () => {
    expect(canEditMembers({ type: 'static', managedBy: null })).toBe(true)
    expect(isEditableGroup({ type: 'dynamic', managedBy: null })).toBe(true)
  })
  it('is not allowed for a built-in group, or one managed by an HR system or a parent', () => {
    for (const type of ['system', 'hris'] as const) {
      expect(isEditableGroup({ type, managedBy: null })).toBe(false)
      expect(canEditMembers({ type, managedBy: null })).toBe(false)
    }
    expect(isEditableGroup({ type: 'static', managedBy: 'Northwind' })).toBe(false)
    expect(canEditMembers({ type: 'static', managedBy: 'Northwind' })).toBe(false)
  })
})
