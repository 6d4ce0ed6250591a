import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { realWorld } from '../world.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { keyIdOf, makeEncryption, SealedValueError, UnknownKey } from './encryption.ts'
import { readEncryptionKeys } from './encryption-keys.ts'
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
      'A sealed value does not open',
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

describe('encryption keys', () => {
  const one = Buffer.alloc(32, 1).toString('base64')
  const two = Buffer.alloc(32, 2).toString('base64')
  const withKeys = (text: string | undefined) => makeEncryption(key, world, readEncryptionKeys(text))

  test('seal with the first, name it in the value, and open what each of them sealed', () => {
    const [plain, added, first, replaced] = [undefined, `master,a:${one}`, `a:${one}`, `b-2:${two}, a:${one}`].map(
      withKeys,
    )
    const values = [plain, added, first, replaced].map((encryption) => encryption?.seal('line|1', 'ñ 😀') ?? '')
    expect(values.map(keyIdOf)).toEqual(['master', 'master', 'a', 'b-2'])
    expect(values[0]).toMatch(/^v1\.[\w-]+$/)
    expect(values[3]).toMatch(/^v2\.b-2\.[\w-]+$/)
    for (const value of values) expect(replaced?.open('line|1', value)).toBe('ñ 😀')
    expect(plain?.fingerprint('a', 'b').equals(replaced?.fingerprint('a', 'b') as Buffer)).toBe(true)
  })

  test('do not open for another place, under another name, truncated, or when the key is missing', () => {
    const encryption = withKeys(`b:${two},a:${one}`)
    const value = encryption.seal('line|1', 'secret')
    const payload = value.slice('v2.b.'.length)
    for (const odd of [
      ...['', 'v2', 'v2.', 'v2.b', 'v2.b.', `v2..${payload}`, `v2.B.${payload}`, `v2.${'b'.repeat(40)}.${payload}`],
      ...[
        `v2.a.${payload}`,
        `v1.${payload}`,
        `v3.b.${payload}`,
        `${value}\n`,
        ` ${value}`,
        value.slice(0, -4),
        value.slice(0, 40),
      ],
      ...[value.slice(0, 10), `${value}AA`, `${value}.AA`, `v2.__proto__.${payload}`, `v2.constructor.${payload}`],
    ])
      expect(() => encryption.open('line|1', odd)).toThrow(SealedValueError)
    expect(() => encryption.open('line|2', value)).toThrow(SealedValueError)
    expect(() => withKeys(`a:${one}`).open('line|1', value)).toThrow(UnknownKey)
    expect(() => withKeys(`a:${one}`).open('line|1', value)).toThrow('"b"')
    expect(() => withKeys(`b:${one}`).open('line|1', value)).toThrow('does not open')
  })

  test.each([
    [' ', 'entry 1 of ENCRYPTION_KEYS is empty'],
    [`a:${one},`, 'entry 2 of ENCRYPTION_KEYS is empty'],
    [one, 'entry 1 of ENCRYPTION_KEYS has no name'],
    [`a:${one},${two}`, 'entry 2 of ENCRYPTION_KEYS has no name'],
    [`:${one}`, 'entry 1 of ENCRYPTION_KEYS has a wrong name'],
    [`A.b:${one}`, 'entry 1 of ENCRYPTION_KEYS has a wrong name'],
    [`${'a'.repeat(33)}:${one}`, 'entry 1 of ENCRYPTION_KEYS has a wrong name'],
    [`master:${one}`, '"master" is written without a key'],
    ['a:', 'The key "a" in ENCRYPTION_KEYS must be 32 bytes'],
    [`a:${Buffer.alloc(31, 1).toString('base64')}`, 'The key "a" in ENCRYPTION_KEYS must be 32 bytes'],
    [`a:${Buffer.alloc(33, 1).toString('base64')}`, 'The key "a" in ENCRYPTION_KEYS must be 32 bytes'],
    [`a:${one.slice(0, -1)}`, 'The key "a" in ENCRYPTION_KEYS must be 32 bytes'],
    [`a:${one}:${two}`, 'The key "a" in ENCRYPTION_KEYS must be 32 bytes'],
    [`a:${one},a:${two}`, 'two keys with the name "a"'],
    ['master,master', 'two keys with the name "master"'],
    [`a:${one},b:${one}`, '"a" and "b" in ENCRYPTION_KEYS are the same key'],
    [`a:${key}`, 'The key "a" in ENCRYPTION_KEYS is the key in MASTER_KEY'],
  ])('refuse %j in words that quote no key', (text, words) => {
    let message = 'nothing was thrown'
    try {
      withKeys(text)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(words)
    for (const secret of [one, two, key]) expect(message).not.toContain(secret.slice(0, 12))
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
