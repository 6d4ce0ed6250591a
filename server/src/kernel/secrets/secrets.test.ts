import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { realWorld } from '../world.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { makeEncryption } from './encryption.ts'
import { makeToken, tokenHash } from './tokens.ts'

const world = realWorld()
const key = randomBytes(32).toString('base64')

describe('an encrypted secret', () => {
  const encryption = makeEncryption(key, world)

  test('opens with the same key at the same place, whatever it contains', () => {
    for (const text of ['', 'secret', '{"key":"ñ 😀"}', 'x'.repeat(10_000)])
      expect(encryption.open('line|1', encryption.seal('line|1', text))).toBe(text)
    expect(makeEncryption(key, world).open('line|1', encryption.seal('line|1', 'kept'))).toBe('kept')
  })

  test('reveals nothing and differs each time', () => {
    const encrypted = Array.from({ length: 50 }, () => encryption.seal('line|1', 'secret'))
    expect(new Set(encrypted).size).toBe(50)
    for (const text of encrypted) expect(Buffer.from(text.slice(3), 'base64url').includes('secret')).toBe(false)
  })

  test('does not open at another place, with another key, truncated, or with one bit changed', () => {
    const encrypted = encryption.seal('line|1', 'secret')
    expect(() => encryption.open('line|2', encrypted)).toThrow(Error)
    expect(() => makeEncryption(randomBytes(32).toString('base64'), world).open('line|1', encrypted)).toThrow(
      /authenticate|version|tag|data/,
    )
    for (const odd of [
      '',
      'v1.',
      'v1.AAAA',
      'v2.AAAA',
      encrypted.slice(0, -4),
      encrypted.replace('v1', 'v9'),
      `${encrypted}AA`,
    ])
      expect(() => encryption.open('line|1', odd)).toThrow(Error)
    const bytes = Buffer.from(encrypted.slice(3), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] as number) ^ 1
      expect(() => encryption.open('line|1', `v1.${changed.toString('base64url')}`)).toThrow(Error)
    }
  })

  test('needs a key of 32 bytes', () => {
    for (const invalidKey of ['', 'short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64')])
      expect(() => makeEncryption(invalidKey, world)).toThrow('MASTER_KEY must be 32 bytes')
  })
})

describe('a password', () => {
  test('matches in any Unicode form of its letters and in no other spelling', async () => {
    const stored = await hashPassword('pässword Ⅷ')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await checkPassword(stored, 'pa\u0308ssword VIII')).toBe(true)
    for (const wrongPassword of ['', 'passwörd', 'pässword Ⅷ ', 'PÄSSWORD Ⅷ'])
      expect(await checkPassword(stored, wrongPassword)).toBe(false)
    expect(await hashPassword('pässword Ⅷ')).not.toBe(stored)
  })

  test('never matches without an account, not even the dummy password', async () => {
    for (const guess of ['', 'nobody has this password']) expect(await checkPassword(null, guess)).toBe(false)
  })
})

test('creates long, unique tokens that are stored as a hash', () => {
  const tokens = Array.from({ length: 100 }, () => makeToken(world))
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) {
    expect(token).toMatch(/^crew_[\w-]{43}$/)
    expect(tokenHash(token)).toHaveLength(32)
  }
})
