import { describe, expect, it } from 'vitest'
import { initials, tintOf } from './initials.ts'

describe('initials', () => {
  it.each([
    ['Maria Lopez', 'ML'],
    ['  ana   maría  ruiz ', 'AR'],
    ['Pelé', 'P'],
    ['', ''],
    ['  ', ''],
    ['- Lopez', 'L'],
    ['فاطمة الزهراء', 'فا'],
    ['e\u0301va kiss', 'E\u0301K'],
    ['👩🏽‍🚒 Crew', '👩🏽‍🚒C'],
    ['王 小明', '王小'],
    ['Unknown (...0901)', 'U'],
    ['Ana Ruiz (night)', 'AR'],
    ['“Mia” Lopez', 'ML'],
    ['(Crew)', 'C'],
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected)
  })
})

describe('tint', () => {
  it('is one of eight and always the same', () => {
    const tints = Array.from({ length: 500 }, (_, index) => tintOf(`person ${index}`))
    expect(new Set(tints)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
    expect(tintOf('Maria Lopez')).toBe(tintOf('Maria Lopez'))
  })
})
