import { createHash } from 'node:crypto'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { createHrKey } from '@crewline/contract/hr-files'
import { HR_KEY_PREFIX } from '@crewline/contract/hr-limits'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../../kernel/failure.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { tokenHash } from '../../../kernel/secrets/tokens.ts'
import { memberSessions } from '../../team/index.ts'
import { lockConnection } from '../store/connection.ts'
import { addKey, keyByHash, noteKeyUse, revokeKeyById, type KnownKey } from '../store/keys.ts'
import { readPublicKey } from './public-key-rules.ts'
import { requireFiles } from './receive.ts'

/** How often the last use of a key is saved, in ms. */
const NOTE_EVERY_MS = 5 * 60_000
/** How many characters of a secret are stored and shown. */
const SHOWN = HR_KEY_PREFIX.length + 6

/** Adds a key: a secret for HTTPS, which is returned once, or a public key for SFTP. Needs a fresh proof of identity. */
export async function createKey(
  kernel: Kernel,
  scope: Scope,
  { name, publicKey }: BodyOf<typeof createHrKey>,
): Promise<string | null> {
  const { actor, world } = scope
  if (actor.kind !== 'member') return fail('not_permitted')
  await memberSessions.get().requireProof(kernel, actor)
  const id = world.id()
  const secret = publicKey === undefined ? HR_KEY_PREFIX + world.bytes(32).toString('base64url') : null
  const key =
    secret === null
      ? { kind: 'sftp' as const, ...publicKeyOf(publicKey ?? '') }
      : { kind: 'https' as const, start: secret.slice(0, SHOWN), hash: tokenHash(secret) }
  await scope.tx(async (tx) => {
    requireFiles(await lockConnection(tx))
    await addKey(tx, { ...key, id, name, createdBy: actor.userId })
    tx.audit('hr-key.created', id, { name, kind: key.kind })
  })
  return secret
}

function publicKeyOf(text: string): { start: string; hash: Buffer } {
  const key = readPublicKey(text)
  if (!key)
    return fail('invalid', {
      fieldErrors: {
        publicKey: msg({
          message: 'Paste a public key in one line: ssh-ed25519, ecdsa, or ssh-rsa with at least 2048 bits.',
        }),
      },
    })
  return { start: fingerprintOf(key), hash: publicKeyHash(key) }
}

/** The fingerprint of a public key, as OpenSSH shows it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

/** What is stored of a public key. */
export function publicKeyHash(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Revokes a key: the next file with it is refused. */
export async function revokeKey(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    const name = (await revokeKeyById(tx, id)) ?? fail('not_found')
    tx.audit('hr-key.revoked', id, { name })
  })
}

/** Returns the key of a secret that was sent; undefined when none works. */
export async function keyOfSecret(kernel: Kernel, secret: string): Promise<KnownKey | undefined> {
  if (!secret.startsWith(HR_KEY_PREFIX) || secret.length > 100) return undefined
  const system = kernel.database.asSystem('a key for files of people identifies its organization')
  return used(kernel, await keyByHash(system, { kind: 'https', hash: tokenHash(secret) }))
}

/** Notes that a key is used. */
export async function used(kernel: Kernel, key: KnownKey | undefined): Promise<KnownKey | undefined> {
  const now = kernel.world.now()
  if (key && (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > NOTE_EVERY_MS))
    await noteKeyUse(kernel.database.asSystem('the use of a key is noted'), key.id, now)
  return key
}
