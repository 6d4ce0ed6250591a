import { createECDH } from 'node:crypto'
import type { Kernel } from '../../kernel/kernel.ts'

/** The key pair that identifies this installation to push services (RFC 8292, VAPID), as base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

const keysByKernel = new WeakMap<Kernel, PushKeys>()

/**
 * Returns the keys of this installation. They are derived from its master key, so every process has the same ones and
 * none is stored.
 */
export function pushKeys(kernel: Kernel): PushKeys {
  const cached = keysByKernel.get(kernel)
  if (cached) return cached
  const pair = createECDH('prime256v1')
  // About one number in four billion is not valid for the curve; the next attempt derives another.
  for (let attempt = 0; ; attempt++) {
    try {
      pair.setPrivateKey(kernel.encryption.fingerprint('push|vapid', String(attempt)))
      break
    } catch (error) {
      if (attempt > 8) throw error
    }
  }
  const secret = pair.getPrivateKey()
  const keys = {
    publicKey: pair.getPublicKey('base64url'),
    // The curve omits leading zeros; the protocol requires them.
    privateKey: Buffer.concat([Buffer.alloc(32 - secret.length), secret]).toString('base64url'),
  }
  keysByKernel.set(kernel, keys)
  return keys
}
