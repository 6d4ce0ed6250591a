import { expect, it } from 'vitest'
import { isLongEnough, isOwnName } from './password-rules.ts'

const dana = { email: 'dana.fox@acme.test', firstname: 'Dana', lastname: 'Fox' }

it.each([
  ['123456789', false],
  ['1234567890', true],
  ['🙂🙂🙂🙂🙂🙂🙂🙂🙂', false],
])('%s is long enough: %s', (password, expected) => {
  expect(isLongEnough(password)).toBe(expected)
})

it.each([
  ['DANA.FOX@acme.test', true],
  ['dana.fox12', true],
  ['DanaFox2026', true],
  ['dana.fox likes long walks', false],
  ['violet ladder', false],
])('%s is the owner’s own name: %s', (password, expected) => {
  expect(isOwnName(password, dana)).toBe(expected)
})

it('does not take an empty or short name for a part of the password', () => {
  expect(isOwnName('a long password', { email: 'a@b.co', firstname: '', lastname: '' })).toBe(false)
})
