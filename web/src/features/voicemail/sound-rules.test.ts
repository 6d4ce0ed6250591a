import { describe, expect, it } from 'vitest'
import { barsOf, clock, nextSpeed, placeAfterKey, placeAt } from './sound-rules.ts'

describe('a voicemail', () => {
  it.each([
    [0, '0:00'],
    [31.6, '0:32'],
    [725, '12:05'],
    [Number.NaN, '0:00'],
  ])('of %d seconds reads %s', (seconds, text) => {
    expect(clock(seconds)).toBe(text)
  })
  it('is heard at three speeds, round and round', () => {
    expect([1, 1.5, 2].map((speed) => nextSpeed(speed as 1 | 1.5 | 2))).toEqual([1.5, 2, 1])
  })
  it('has a picture whose silence can still be seen, and a flat one when nobody measured it', () => {
    expect(barsOf([0, 50, 140])).toEqual([8, 50, 100])
    expect(new Set(barsOf([]))).toEqual(new Set([8]))
  })
  it('is heard from where one points, within its ends', () => {
    expect([placeAt(-1, 30), placeAt(0.5, 30), placeAt(2, 30)]).toEqual([0, 15, 30])
  })
  it('moves by five seconds with the arrows, and to its ends', () => {
    expect(placeAfterKey('ArrowRight', 28, 30)).toBe(30)
    expect(placeAfterKey('ArrowLeft', 3, 30)).toBe(0)
    expect(placeAfterKey('End', 3, 30)).toBe(30)
    expect(placeAfterKey('a', 3, 30)).toBeUndefined()
  })
})
