import { createHash } from 'node:crypto'
import { HR_KEY_PREFIX } from '@crewline/contract/hr-limits'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../../kernel/failure.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { tokenHash } from '../../../kernel/secrets/tokens.ts'
import { memberSessions } from '../../team/index.ts'
import { HrChanged } from '../events.ts'
import { lockConnection } from '../store/connection.ts'
import { addKey, keyByHash, noteKeyUse, revokeKeyById, type KeyKind, type KnownKey } from '../store/keys.ts'
import { readPublicKey } from './public-key-rules.ts'
import type { Connection } from '../store/connection.ts'
import { requireFiles } from './receive.ts'

/** How often the last use of a key is saved, in ms. */
const NOTE_EVERY_MS = 5 * 60_000
/** How many characters of a secret are stored and shown. */
const SHOWN = HR_KEY_PREFIX.length + 6

/** A key to add: a secret for HTTPS or SCIM, or a public key for SFTP. */
export type KeyRequest = { name: string; kind: 'https' | 'scim' } | { name: string; kind: 'sftp'; publicKey: string }

/** Adds a key; returns its secret, once, or null for a public key. Needs a fresh proof of identity. */
export async function createKey(kernel: Kernel, scope: Scope, request: KeyRequest): Promise<string | null> {
  const { name, kind } = request
  const { actor, world } = scope
  if (actor.kind !== 'member') return fail('not_permitted')
  await memberSessions.get().requireProof(kernel, actor)
  const id = world.id()
  const secret = HR_KEY_PREFIX + world.bytes(32).toString('base64url')
  const key =
    request.kind === 'sftp'
      ? publicKeyOf(request.publicKey)
      : { start: secret.slice(0, SHOWN), hash: tokenHash(secret) }
  await scope.tx(async (tx) => {
    requireSource(await lockConnection(tx), kind)
    await addKey(tx, { ...key, kind, id, name, createdBy: actor.userId })
    tx.audit('hr-key.created', id, { name, kind })
    tx.publish(HrChanged, {})
  })
  return kind === 'sftp' ? null : secret
}

function requireSource(connection: Connection | undefined, kind: KeyKind): void {
  if (kind !== 'scim') requireFiles(connection)
  else if (connection?.state !== 'connected' || connection.source !== 'scim') fail('hr_not_connected')
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

/** Revokes a key: the next file or call with it is refused. */
export async function revokeKey(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    const name = (await revokeKeyById(tx, id)) ?? fail('not_found')
    tx.audit('hr-key.revoked', id, { name })
    tx.publish(HrChanged, {})
  })
}

/** Returns the key of a secret that was sent; undefined when none works. */
export async function keyOfSecret(
  kernel: Kernel,
  secret: string,
  kind: 'https' | 'scim' = 'https',
): Promise<KnownKey | undefined> {
  if (!secret.startsWith(HR_KEY_PREFIX) || secret.length > 100) return undefined
  const system = kernel.database.asSystem('a key of a program identifies its organization')
  return used(kernel, await keyByHash(system, { kind, hash: tokenHash(secret) }))
}

/** Notes that a key is used. */
export async function used(kernel: Kernel, key: KnownKey | undefined): Promise<KnownKey | undefined> {
  const now = kernel.world.now()
  if (key && (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > NOTE_EVERY_MS))
    await noteKeyUse(kernel.database.asSystem('the use of a key is noted'), key.id, now)
  return key
}
