import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isRaised, isWellFormed, keyOf, startOf } from './key-rules.ts'

test('keys are long, unique, and recognized by their prefix and checksum', () => {
  const keys = Array.from({ length: 200 }, () => keyOf(randomBytes(32)))
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) {
    expect(key).toMatch(/^crewline_[0-9A-Za-z]{49}$/)
    expect(isWellFormed(key)).toBe(true)
    expect(key.startsWith(startOf(key))).toBe(true)
    expect(startOf(key)).toHaveLength(15)
  }
})

test('keys of extreme bytes keep their length', () => {
  for (const bytes of [Buffer.alloc(32), Buffer.alloc(32, 255)]) expect(keyOf(bytes)).toHaveLength(58)
})

test('a key with one wrong character, cut short or extended is not well formed', () => {
  const key = keyOf(randomBytes(32))
  for (let at = 0; at < key.length; at++) {
    const wrong = key[at] === 'x' ? 'y' : 'x'
    expect(isWellFormed(key.slice(0, at) + wrong + key.slice(at + 1))).toBe(false)
  }
  for (const odd of ['', key.slice(0, -1), `${key}0`, `${key}\n`, key.toUpperCase(), ` ${key}`])
    expect(isWellFormed(odd)).toBe(false)
})

const all = { groupIds: null }
test.each([
  ['a further permission', { permissions: ['a'], ...all }, { permissions: ['a', 'b'], ...all }, true],
  ['another permission', { permissions: ['a'], ...all }, { permissions: ['b'], ...all }, true],
  ['a permission less', { permissions: ['a', 'b'], ...all }, { permissions: ['a'], ...all }, false],
  ['another order', { permissions: ['a', 'b'], ...all }, { permissions: ['b', 'a'], ...all }, false],
  ['a further group', { permissions: ['a'], groupIds: ['x'] }, { permissions: ['a'], groupIds: ['x', 'y'] }, true],
  ['a group less', { permissions: ['a'], groupIds: ['x', 'y'] }, { permissions: ['a'], groupIds: ['y'] }, false],
  ['all contacts', { permissions: ['a'], groupIds: ['x'] }, { permissions: ['a'], ...all }, true],
  ['groups instead of all contacts', { permissions: ['a'], ...all }, { permissions: ['a'], groupIds: ['x'] }, false],
  [
    'less, in another group',
    { permissions: ['a', 'b'], groupIds: ['x'] },
    { permissions: ['a'], groupIds: ['y'] },
    true,
  ],
])('knows whether %s raises what a key may do', (_change, before, after, raised) => {
  expect(isRaised(before, after)).toBe(raised)
})
