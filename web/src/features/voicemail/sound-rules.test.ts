import { describe, expect, it } from 'vitest'
import { barsOf, clock, nextSpeed, positionAfterKey, positionAt } from './sound-rules.ts'

describe('a voicemail', () => {
  it.each([
    [0, '0:00'],
    [31.6, '0:32'],
    [725, '12:05'],
    [Number.NaN, '0:00'],
  ])('of %d seconds reads %s', (seconds, text) => {
    expect(clock(seconds)).toBe(text)
  })
  it('cycles through three speeds', () => {
    expect([1, 1.5, 2].map((speed) => nextSpeed(speed as 1 | 1.5 | 2))).toEqual([1.5, 2, 1])
  })
  it('has a waveform with visible silence, and a flat one without measurements', () => {
    expect(barsOf([0, 50, 140])).toEqual([8, 50, 100])
    expect(new Set(barsOf([]))).toEqual(new Set([8]))
  })
  it('plays from the clicked position, within its bounds', () => {
    expect([positionAt(-1, 30), positionAt(0.5, 30), positionAt(2, 30)]).toEqual([0, 15, 30])
  })
  it('seeks five seconds with the arrow keys, and to its ends', () => {
    expect(positionAfterKey('ArrowRight', 28, 30)).toBe(30)
    expect(positionAfterKey('ArrowLeft', 3, 30)).toBe(0)
    expect(positionAfterKey('End', 3, 30)).toBe(30)
    expect(positionAfterKey('a', 3, 30)).toBeUndefined()
  })
})
