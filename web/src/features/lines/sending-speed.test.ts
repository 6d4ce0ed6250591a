import { expect, test } from 'vitest'
import { sendingSpeedFrom } from './sending-speed.ts'

test('a rate limit is a number from 0.1 to 1,000, with a point or a comma, or empty', () => {
  expect(['1', ' 2.5 ', '0,5', '1000'].map(sendingSpeedFrom)).toEqual([1, 2.5, 0.5, 1000])
  expect(['', '  '].map(sendingSpeedFrom)).toEqual([undefined, undefined])
  expect(['0', '0.05', '1001', '-1', 'fast', '1,000.5'].map(sendingSpeedFrom)).toEqual(Array<null>(6).fill(null))
})
