import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { realWorld } from '../world.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { makeSeal } from './seal.ts'
import { makeToken, tokenHash } from './tokens.ts'

const world = realWorld()
const key = randomBytes(32).toString('base64')

describe('a sealed secret', () => {
  const seal = makeSeal(key, world)

  test('opens with the same key at the same place, whatever it says', () => {
    for (const text of ['', 'secret', '{"key":"ñ 😀"}', 'x'.repeat(10_000)])
      expect(seal.open('line|1', seal.seal('line|1', text))).toBe(text)
    expect(makeSeal(key, world).open('line|1', seal.seal('line|1', 'kept'))).toBe('kept')
  })

  test('shows nothing and is never the same twice', () => {
    const sealed = Array.from({ length: 50 }, () => seal.seal('line|1', 'secret'))
    expect(new Set(sealed).size).toBe(50)
    for (const one of sealed) expect(Buffer.from(one.slice(3), 'base64url').includes('secret')).toBe(false)
  })

  test('does not open at another place, with another key, cut short, or with one bit changed', () => {
    const sealed = seal.seal('line|1', 'secret')
    expect(() => seal.open('line|2', sealed)).toThrow(Error)
    expect(() => makeSeal(randomBytes(32).toString('base64'), world).open('line|1', sealed)).toThrow(
      /authenticate|version|tag|data/,
    )
    for (const odd of ['', 'v1.', 'v1.AAAA', 'v2.AAAA', sealed.slice(0, -4), sealed.replace('v1', 'v9'), `${sealed}AA`])
      expect(() => seal.open('line|1', odd)).toThrow(Error)
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] as number) ^ 1
      expect(() => seal.open('line|1', `v1.${changed.toString('base64url')}`)).toThrow(Error)
    }
  })

  test('needs a key of 32 bytes', () => {
    for (const bad of ['', 'short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64')])
      expect(() => makeSeal(bad, world)).toThrow('MASTER_KEY must be 32 bytes')
  })
})

describe('a password', () => {
  test('is verified in any form of its letters, and nothing else is', async () => {
    const stored = await hashPassword('pässword Ⅷ')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await checkPassword(stored, 'pa\u0308ssword VIII')).toBe(true)
    for (const wrong of ['', 'passwörd', 'pässword Ⅷ ', 'PÄSSWORD Ⅷ'])
      expect(await checkPassword(stored, wrong)).toBe(false)
    expect(await hashPassword('pässword Ⅷ')).not.toBe(stored)
  })

  test('of nobody is never right, not even the one nobody has', async () => {
    for (const guess of ['', 'nobody has this password']) expect(await checkPassword(null, guess)).toBe(false)
  })
})

test('tokens are long, unlike each other, and stored as a hash', () => {
  const tokens = Array.from({ length: 100 }, () => makeToken(world))
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) {
    expect(token).toMatch(/^crew_[\w-]{43}$/)
    expect(tokenHash(token)).toHaveLength(32)
  }
})
