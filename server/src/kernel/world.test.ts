import { expect, test } from 'vitest'
import { idMaker, realWorld } from './world.ts'

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('makes ids that are uuid v7 of their time', () => {
  const make = idMaker(() => Date.UTC(2026, 0, 2, 3, 4, 5, 678))
  const id = make()
  expect(id).toMatch(V7)
  expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 678))
})

test('makes ids that sort by creation within a millisecond, beyond 4,096 of them, and after the clock moves back', () => {
  let now = 1_700_000_000_000
  const make = idMaker(() => now)
  const ids: string[] = []
  for (let n = 0; n < 10_000; n++) ids.push(make())
  now -= 3_600_000
  for (let n = 0; n < 10_000; n++) ids.push(make())
  now += 7_200_000
  for (let n = 0; n < 10; n++, now += n % 3) ids.push(make())
  expect(ids.every((id) => V7.test(id))).toBe(true)
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
})

test('makes sortable ids, random numbers below one and a monotonic clock in the real world', () => {
  const world = realWorld()
  const ids = Array.from({ length: 1_000 }, () => world.id())
  expect(ids).toEqual([...ids].sort())
  expect(world.bytes(32)).toHaveLength(32)
  for (let n = 0; n < 100; n++) expect(world.chance()).toBeLessThan(1)
  const before = world.monotonicMs()
  expect(world.monotonicMs()).toBeGreaterThanOrEqual(before)
})
