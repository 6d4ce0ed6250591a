import { expect, test } from 'vitest'
import { dispositionOf } from './disposition.ts'

test.each([
  ['opt-outs.csv', `attachment; filename="opt-outs.csv"; filename*=UTF-8''opt-outs.csv`],
  ['退订名单.csv', `attachment; filename="____.csv"; filename*=UTF-8''%E9%80%80%E8%AE%A2%E5%90%8D%E5%8D%95.csv`],
  ['a"b\r\n(c)*.csv', `attachment; filename="a_b___c__.csv"; filename*=UTF-8''a%22b%0D%0A%28c%29%2A.csv`],
])('names the file %j in ASCII and in full, in a valid header', (name, expected) => {
  const header = dispositionOf('attachment', name)
  expect(header).toBe(expected)
  expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(expected)
})
