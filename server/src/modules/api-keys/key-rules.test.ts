import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWellFormed, keyOf, startOf } from './key-rules.ts'

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
