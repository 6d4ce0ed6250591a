import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { World } from '../world.ts'

/** Locks secrets at rest. A sealed text opens only with the same key and for the same place it was sealed for. */
export interface Seal {
  seal(place: string, text: string): string
  open(place: string, sealed: string): string
  /** A keyed hash: the same text at the same place gives the same mark, and without the key nobody can try texts out. */
  mark(place: string, text: string): Buffer
}

/** AES-256-GCM with a random nonce; the place (table, column, row) is bound in, so a moved secret does not open. */
export function makeSeal(masterKey: string, world: World): Seal {
  const master = Buffer.from(masterKey, 'base64')
  if (master.length !== 32)
    throw new Error('MASTER_KEY must be 32 bytes as base64. Make one with: openssl rand -base64 32')
  const key = Buffer.from(hkdfSync('sha256', master, '', 'crewline seal v1', 32))
  const marking = Buffer.from(hkdfSync('sha256', master, '', 'crewline mark v1', 32))
  return {
    mark: (place, text) => createHmac('sha256', marking).update(place).update('\0').update(text).digest(),
    seal: (place, text) => {
      const nonce = world.bytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), locked]).toString('base64url')}`
    },
    open: (place, sealed) => {
      const [version, packed = ''] = sealed.split('.')
      if (version !== 'v1') throw new Error('a sealed secret has an unknown version')
      const bytes = Buffer.from(packed, 'base64url')
      const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(place))
      opener.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString('utf8')
    },
  }
}
