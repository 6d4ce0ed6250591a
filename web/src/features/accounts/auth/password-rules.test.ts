import { expect, it } from 'vitest'
import { isLongEnough, isOwnName } from './password-rules.ts'

const dana = { email: 'dana.fox@acme.test', firstname: 'Dana', lastname: 'Fox' }

it.each([
  ['123456789', false],
  ['1234567890', true],
  ['🙂🙂🙂🙂🙂🙂🙂🙂🙂', false],
])('reports whether %s is long enough: %s', (password, expected) => {
  expect(isLongEnough(password)).toBe(expected)
})

it.each([
  ['DANA.FOX@acme.test', true],
  ['dana.fox12', true],
  ['DanaFox2026', true],
  ['dana.fox likes long walks', false],
  ['violet ladder', false],
])('reports whether %s is the name of its owner: %s', (password, expected) => {
  expect(isOwnName(password, dana)).toBe(expected)
})

it('ignores an empty or short owner name', () => {
  expect(isOwnName('a long password', { email: 'a@b.co', firstname: '', lastname: '' })).toBe(false)
})
