import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Kernel } from '../../../kernel/kernel.ts'
import { fingerprintOf } from '../file/keys.ts'

const TYPE = 'ssh-ed25519'
/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The key by which clients recognize this server. It follows from the master key, so that every process has the same one,
 * also after a restore, and none is stored.
 */
export function hostKeyOf({ encryption }: Pick<Kernel, 'encryption'>): { privateKey: string; fingerprint: string } {
  const seed = encryption.fingerprint('sftp', 'host key')
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const open = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const publicKey = Buffer.concat([part(TYPE), part(open)])
  return { privateKey: opensshOf(seed, open, publicKey), fingerprint: fingerprintOf(publicKey) }
}

/** Writes a private key as OpenSSH stores it, without a passphrase (PROTOCOL.key of OpenSSH). */
function opensshOf(seed: Buffer, open: Buffer, publicKey: Buffer): string {
  const check = Buffer.alloc(8)
  const secret = Buffer.concat([check, part(TYPE), part(open), part(Buffer.concat([seed, open])), part('')])
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, nth) => nth + 1))
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    part('none'),
    part('none'),
    part(''),
    Buffer.from([0, 0, 0, 1]),
    part(publicKey),
    part(Buffer.concat([secret, padding])),
  ])
  const lines = body.toString('base64').match(/.{1,70}/g) ?? []
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n')
}

function part(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as Buffer)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
