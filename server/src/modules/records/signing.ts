import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { Encryption } from '../../kernel/secrets/encryption.ts'

/** What precedes the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

type Fingerprint = Encryption['fingerprint']

/** The Ed25519 key of the installation. It follows from the master key, so that backups and processes share it. */
function privateKey(fingerprint: Fingerprint): KeyObject {
  const seed = fingerprint('records signing key v1', 'ed25519')
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

/** Returns the public key, raw in base64, and its id: the start of its SHA-256. */
export function publicKeyOf(fingerprint: Fingerprint): { keyId: string; publicKey: string } {
  const raw = createPublicKey(privateKey(fingerprint)).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { keyId: createHash('sha256').update(raw).digest('hex').slice(0, 16), publicKey: raw.toString('base64') }
}

/** Signs a manifest; returns the signature in base64. */
export function signManifest(fingerprint: Fingerprint, manifest: string): string {
  return sign(null, Buffer.from(manifest), privateKey(fingerprint)).toString('base64')
}

/** Signs what a download link contains. */
export function linkSignature(
  fingerprint: Fingerprint,
  { orgId, id, expiry }: Record<'orgId' | 'id' | 'expiry', string>,
) {
  return fingerprint('records link v1', `${orgId}|${id}|${expiry}`).toString('base64url')
}
