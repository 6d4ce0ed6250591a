import { expect, test } from 'vitest'
import { numberWishFrom } from './number-wish.ts'

test.each([
  ['', {}],
  [' 312 ', { areaCode: '312' }],
  ['(312)', { areaCode: '312' }],
  ['42', { contains: '42' }],
  ['555-0142', { contains: '5550142' }],
  ['New York', { city: 'New York' }],
  ['7', null],
  ['N', null],
  ['12345678901', null],
])('reads %j', (typed, wish) => {
  expect(numberWishFrom(typed)).toEqual(wish)
})
