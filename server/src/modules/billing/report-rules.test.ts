import { expect, test } from 'vitest'
import { arrivedOf, isOld } from './report-rules.ts'

test.each<[string, number[], number, number[] | undefined]>([
  ['nothing arrived', [5, 3], 0, []],
  ['the first arrived', [5, 3], 5, [0]],
  ['a later one arrived', [5, 3], 3, [1]],
  ['all arrived', [5, 3], 8, [0, 1]],
  ['one of two equal ones arrived', [4, 4], 4, [0]],
  ['what arrived is none of them', [5, 3], 4, undefined],
  ['less arrived than is accounted for', [5, 3], -2, undefined],
])('finds the reports that arrived when %s', (_case, counts, unaccounted, arrived) => {
  expect(arrivedOf(counts, unaccounted)).toEqual(arrived)
})

test('looks again before identifiers are forgotten', () => {
  const at = new Date('2026-11-01T00:00:00Z')
  expect(isOld(at, new Date('2026-11-01T19:59:00Z'))).toBe(false)
  expect(isOld(at, new Date('2026-11-01T23:59:00Z'))).toBe(true)
})
