import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { WrongSetting } from '../service-settings.ts'
import type { World } from '../world.ts'
import { MASTER, type EncryptionKey } from './encryption-keys.ts'

/** Encrypts secrets at rest. An encrypted text opens only with the key that sealed it and for the same place. */
export interface Encryption {
  seal(place: string, text: string): string
  /** Throws `UnknownKey` when this process does not have the key, else `SealedValueError` when the value does not open. */
  open(place: string, sealed: string): string
  /** A keyed hash: the same text and place give the same hash, and without the key texts cannot be guessed. */
  fingerprint(place: string, text: string): Buffer
  /** The id of the key that seals. */
  sealingKey: string
  /** The ids of the keys that open, MASTER included. */
  keyIds: ReadonlySet<string>
  /** Seals and opens what proves that a process has a key. */
  ofKey(id: string): Pick<Encryption, 'seal' | 'open'> | undefined
}

/** A value does not open: it is incomplete or changed, belongs to another place, or its key is missing. */
export class SealedValueError extends Error {}

/** A value was sealed with a key that this process does not have. */
export class UnknownKey extends SealedValueError {
  constructor(id: string) {
    super(
      `A stored secret is sealed with the encryption key "${id}", which this process does not have. Add the key to ENCRYPTION_KEYS and restart.`,
    )
  }
}

const SEALED = /^(?:v1|v2\.([a-z0-9][a-z0-9-]{0,31}))\.([A-Za-z0-9_-]+)$/
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Returns the id of the key that sealed a value; undefined when it is not a sealed value. */
export function keyIdOf(sealed: string): string | undefined {
  const parts = SEALED.exec(sealed)
  return parts ? (parts[1] ?? MASTER) : undefined
}

/**
 * AES-256-GCM with a random nonce; the place (table, column, row) is authenticated, so a secret copied elsewhere does
 * not open. The first of the keys seals, or the master key without any; all of them and the master key open. Keyed hashes
 * cannot be made again without their texts, so the master key makes them always.
 */
export function makeEncryption(masterKey: string, world: World, keys: readonly EncryptionKey[] = []): Encryption {
  const master = Buffer.from(masterKey, 'base64')
  if (master.length !== 32)
    throw new WrongSetting('MASTER_KEY must be 32 bytes as base64. Create one with: openssl rand -base64 32')
  const marking = Buffer.from(hkdfSync('sha256', master, '', 'crewline mark v1', 32))
  const ciphers = new Map([[MASTER, makeCipher('v1', master, world)]])
  for (const { id, secret } of keys) {
    if (secret?.equals(master))
      throw new WrongSetting(
        `The key "${id}" in ENCRYPTION_KEYS is the key in MASTER_KEY. Create a new one with: openssl rand -base64 32`,
      )
    if (secret) ciphers.set(id, makeCipher(`v2.${id}`, secret, world))
  }
  const sealingKey = keys[0]?.id ?? MASTER
  const sealing = ciphers.get(sealingKey) as Cipher
  return {
    sealingKey,
    keyIds: new Set(ciphers.keys()),
    ofKey: (id) => ciphers.get(id),
    fingerprint: (context, text) => createHmac('sha256', marking).update(context).update('\0').update(text).digest(),
    seal: sealing.seal,
    open: (context, sealed) => {
      const id = keyIdOf(sealed)
      if (id === undefined) throw new SealedValueError('A sealed value is incomplete or of an unknown version.')
      const cipher = ciphers.get(id)
      if (!cipher) throw new UnknownKey(id)
      return cipher.open(context, sealed)
    },
  }
}

type Cipher = Pick<Encryption, 'seal' | 'open'>

function makeCipher(prefix: string, secret: Buffer, world: World): Cipher {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `crewline seal ${prefix.slice(0, 2)}`, 32))
  return {
    seal: (context, text) => {
      const nonce = world.bytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${prefix}.${Buffer.concat([nonce, cipher.getAuthTag(), locked]).toString('base64url')}`
    },
    open: (context, sealed) => {
      const bytes = Buffer.from(sealed.slice(prefix.length + 1), 'base64url')
      // A shorter tag would be easier to guess, and Node takes one.
      if (!sealed.startsWith(`${prefix}.`) || bytes.length < NONCE_BYTES + TAG_BYTES)
        throw new SealedValueError('A sealed value is incomplete.')
      const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      opener.setAAD(Buffer.from(context))
      opener.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([opener.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), opener.final()]).toString('utf8')
      } catch (cause) {
        const about = 'A sealed value does not open: it was changed or moved, or its key is another one.'
        throw new SealedValueError(about, { cause })
      }
    },
  }
}
