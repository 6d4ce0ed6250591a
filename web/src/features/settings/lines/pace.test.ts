import { expect, test } from 'vitest'
import { paceFrom } from './pace.ts'

test('a pace is a number from 0.1 to 1,000, with a point or a comma, or nothing', () => {
  expect(['1', ' 2.5 ', '0,5', '1000'].map(paceFrom)).toEqual([1, 2.5, 0.5, 1000])
  expect(['', '  '].map(paceFrom)).toEqual([undefined, undefined])
  expect(['0', '0.05', '1001', '-1', 'fast', '1,000.5'].map(paceFrom)).toEqual(Array<null>(6).fill(null))
})
