import { expect, test } from 'vitest'
import { subscriberOf } from './subscriber.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::'],
  ['2001:db8::1', '2001:db8:0:0::'],
])('the subscriber of the address %s is %s', (ip, subscriber) => {
  expect(subscriberOf(ip)).toBe(subscriber)
})
