import { expect, it } from 'vitest'
import { readablePhone } from './PhoneNumber.tsx'

it.each([
  ['+15550102233', 'US', '(555) 010-2233'],
  ['+15550102233', undefined, '+1 555 010 2233'],
  ['+84901234567', 'US', '+84 901 234 567'],
  ['not a number', 'US', 'not a number'],
] as const)('%s for %s reads %s', (phone, home, expected) => {
  expect(readablePhone(phone, home)).toBe(expected)
})
