import { createECDH } from 'node:crypto'
import type { Kernel } from '../../kernel/kernel.ts'

/** The pair by which push services know this installation (RFC 8292, VAPID), as base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

const known = new WeakMap<Kernel, PushKeys>()

/** The keys of this installation; made from its master key, so that every process has the same and none is kept. */
export function pushKeys(kernel: Kernel): PushKeys {
  const found = known.get(kernel)
  if (found) return found
  const pair = createECDH('prime256v1')
  // One number in four billion is none of the curve's; the next try is another number.
  for (let attempt = 0; ; attempt++) {
    try {
      pair.setPrivateKey(kernel.seal.mark('push|vapid', String(attempt)))
      break
    } catch (error) {
      if (attempt > 8) throw error
    }
  }
  const secret = pair.getPrivateKey()
  const keys = {
    publicKey: pair.getPublicKey('base64url'),
    // Leading zeros are left out by the curve and asked for by the protocol.
    privateKey: Buffer.concat([Buffer.alloc(32 - secret.length), secret]).toString('base64url'),
  }
  known.set(kernel, keys)
  return keys
}
