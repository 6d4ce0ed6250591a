import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { World } from '../world.ts'

/** Encrypts secrets at rest. An encrypted text opens only with the same key and for the same place. */
export interface Encryption {
  seal(place: string, text: string): string
  open(place: string, sealed: string): string
  /** A keyed hash: the same text and place give the same hash, and without the key texts cannot be guessed. */
  fingerprint(place: string, text: string): Buffer
}

/**
 * AES-256-GCM with a random nonce; the place (table, column, row) is authenticated, so a secret copied elsewhere does
 * not open.
 */
export function makeEncryption(masterKey: string, world: World): Encryption {
  const master = Buffer.from(masterKey, 'base64')
  if (master.length !== 32)
    throw new Error('MASTER_KEY must be 32 bytes as base64. Create one with: openssl rand -base64 32')
  const key = Buffer.from(hkdfSync('sha256', master, '', 'crewline seal v1', 32))
  const marking = Buffer.from(hkdfSync('sha256', master, '', 'crewline mark v1', 32))
  return {
    fingerprint: (context, text) => createHmac('sha256', marking).update(context).update('\0').update(text).digest(),
    seal: (context, text) => {
      const nonce = world.bytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), locked]).toString('base64url')}`
    },
    open: (context, encrypted) => {
      const [version, packed = ''] = encrypted.split('.')
      if (version !== 'v1') throw new Error('an encrypted secret has an unknown version')
      const bytes = Buffer.from(packed, 'base64url')
      const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(context))
      opener.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString('utf8')
    },
  }
}
