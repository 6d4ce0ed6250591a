import { describe, expect, it } from 'vitest'
import { hasOwnPeople, isOwn, reachablePercent } from './group-rules.ts'

describe('how many can get texts', () => {
  it.each([
    [0, 0, undefined],
    [0, 40, 0],
    [40, 40, 100],
    [1, 1000, 1],
    [999, 1000, 99],
    [20, 40, 50],
  ])('%i of %i is %s', (reachableCount, contactCount, percent) => {
    expect(reachablePercent({ contactCount, reachableCount })).toBe(percent)
  })
})

describe('what may be changed here', () => {
  it('is a manual or smart group of this organization', () => {
    expect(hasOwnPeople({ type: 'static', managedBy: null })).toBe(true)
    expect(isOwn({ type: 'dynamic', managedBy: null })).toBe(true)
  })
  it('is nothing of a group the product, an HR system or a parent keeps', () => {
    for (const type of ['system', 'hris'] as const) {
      expect(isOwn({ type, managedBy: null })).toBe(false)
      expect(hasOwnPeople({ type, managedBy: null })).toBe(false)
    }
    expect(isOwn({ type: 'static', managedBy: 'Northwind' })).toBe(false)
    expect(hasOwnPeople({ type: 'static', managedBy: 'Northwind' })).toBe(false)
  })
})
