import { API_KEY_DAYS_MAX } from '@crewline/contract/api-key-limits'
import type { ApiKey, ApiKeyPermission, createApiKey } from '@crewline/contract/api-keys'
import type { BodyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import type { SessionInfo } from '../../kernel/http/session-gate.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceSessionEnd } from '../../kernel/realtime/revoked.ts'
import type { Actor, Scope, Tx } from '../../kernel/scope.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { addApiKeyUser } from '../accounts/index.ts'
import { addApiKeyMember, endApiKeyMember, groupNames, memberSessions, visibleGroupIds } from '../team/index.ts'
import { isWellFormed, keyOf, startOf } from './key-rules.ts'
import { reportKey } from './report-key.ts'
import {
  addKey,
  endPreviousOf,
  lockKey,
  markRevoked,
  markRevokedOf,
  noteKeyUse,
  replaceSecret,
  type StoredKey,
} from './store.ts'
import { keyByHash, keyByUser, listKeys } from './views.ts'

/** How often the last use of a key is saved, in ms. More often would make every read a write. */
const NOTE_EVERY_MS = 5 * 60_000

/** A new or replaced key: its only appearance in plain text. */
export interface IssuedKey {
  apiKey: ApiKey
  secret: string
}

/** Resolves keys for the session gate. */
export const reader = {
  ofToken: async (kernel: Kernel, token: string): Promise<SessionInfo | undefined> => {
    if (!isWellFormed(token)) return undefined
    const system = kernel.database.asSystem('an API key identifies its organization')
    const now = kernel.world.now()
    const found = await keyByHash(system, tokenHash(token), now)
    if (!found) return undefined
    const { lastUsedAt, ...key } = found
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > NOTE_EVERY_MS)
      await noteKeyUse(system, key.sessionId, now)
    return key
  },
  ofUser: (kernel: Kernel, key: { orgId: string; userId: string }) =>
    keyByUser(kernel.database.asSystem('runs act for the API key that started them'), key, kernel.world.now()),
}

/** Creates a key with some of the actor's permissions and groups. Needs a fresh proof of identity. */
export async function create(kernel: Kernel, scope: Scope, request: BodyOf<typeof createApiKey>): Promise<IssuedKey> {
  const actor = await requireProof(kernel, scope)
  const permissions = requireHeld(scope, request.permissions)
  const groupIds = await groupsFor(scope, request.groupIds)
  const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt)
  if (expiresAt) refuseOddExpiry(scope, expiresAt)
  const secret = keyOf(scope.world.bytes(32))
  const id = scope.world.id()
  const userId = scope.world.id()
  // Without a membership this row means nothing, so it need not commit together with the key.
  await addApiKeyUser(kernel.database.asSystem('API keys act as users'), {
    id: userId,
    name: request.name,
    now: scope.world.now(),
  })
  await scope.tx(async (tx) => {
    const memberId = await addApiKeyMember(tx, { userId, groupIds })
    await addKey(tx, {
      id,
      name: request.name,
      userId,
      memberId,
      permissions,
      start: startOf(secret),
      hash: tokenHash(secret),
      createdBy: actor.userId,
      expiresAt,
    })
    tx.audit('api-key.created', id, { name: request.name, permissions, groupIds, expiresAt: request.expiresAt })
  })
  await reportKey(kernel, scope, { name: request.name, what: 'created' })
  return { apiKey: await oneKey(scope, id), secret }
}

/** Replaces a key. The old one works for the overlap; without one, its sockets close at once. */
export async function rotate(kernel: Kernel, scope: Scope, id: string, overlapHours: number): Promise<IssuedKey> {
  const { name } = await oneKey(scope, id)
  const { userId } = await requireProof(kernel, scope)
  const refuse = await refusalOfGreater(scope)
  const secret = keyOf(scope.world.bytes(32))
  const previousUntil = overlapHours === 0 ? null : new Date(scope.world.now().getTime() + overlapHours * 3_600_000)
  await scope.tx(async (tx) => {
    await tx.unscoped(async () => refuse((await lockKey(tx, id)) ?? fail('not_found')))
    const hash = tokenHash(secret)
    const changed = await replaceSecret(tx, id, { start: startOf(secret), hash, previousUntil, userId })
    if (!changed) fail('not_found')
    tx.audit('api-key.rotated', id, { overlapHours })
  })
  if (!previousUntil) announceSessionEnd(kernel, id)
  await reportKey(kernel, scope, { name, what: 'replaced' })
  return { apiKey: await oneKey(scope, id), secret }
}

/** Revokes a key: its next call is refused, and its sockets close. */
export async function revoke(kernel: Kernel, scope: Scope, id: string): Promise<{ apiKeys: ApiKey[] }> {
  await scope.tx(async (tx) => {
    const { memberId, name } = (await markRevoked(tx, id)) ?? fail('not_found')
    await endApiKeyMember(tx, memberId)
    tx.audit('api-key.revoked', id, { name })
  })
  announceSessionEnd(kernel, id)
  return { apiKeys: await listKeys(scope) }
}

/**
 * Revokes every key that a user created or replaced last, of which they may have a copy, and ends secrets they know from
 * before a replacement. Returns the ids of the keys, whose sockets must close: announce them as ended after the commit.
 */
export async function revokeKeysOf(tx: Tx, userId: string): Promise<string[]> {
  const keys = await markRevokedOf(tx, userId)
  for (const { id, memberId, name } of keys) {
    await endApiKeyMember(tx, memberId)
    tx.audit('api-key.revoked', id, { name })
  }
  const shortened = await endPreviousOf(tx, userId)
  for (const id of shortened) tx.audit('api-key.overlap-ended', id)
  return [...keys.map(({ id }) => id), ...shortened]
}

/** Returns the key with this id; fails with `not_found`. */
export async function oneKey(scope: Scope, id: string): Promise<ApiKey> {
  const [key] = await listKeys(scope, id)
  return key ?? fail('not_found')
}

/** Returns the acting member, who proved their identity a moment ago; fails with `proof_needed` otherwise. */
export async function requireProof(kernel: Kernel, { actor }: Scope): Promise<Extract<Actor, { kind: 'member' }>> {
  if (actor.kind !== 'member') return fail('not_permitted')
  await memberSessions.get().requireProof(kernel, actor)
  return actor
}

/** Returns distinct permissions; fails with `invalid` for one that the acting member does not have. */
export function requireHeld(scope: Scope, requested: readonly ApiKeyPermission[]): ApiKeyPermission[] {
  const permissions = [...new Set(requested)]
  const missing = permissions.filter((permission) => !scope.can(permission))
  if (missing.length > 0)
    fail('invalid', {
      fieldErrors: {
        permissions: msg({
          message: "You can't give a permission that you don't have: {missing}.",
          values: { missing: missing.join(', ') },
        }),
      },
    })
  return permissions
}

/**
 * Returns what refuses to change or replace a key that may do or see more than the acting member, who could act with its new
 * secret. Ending a key is never refused.
 */
export async function refusalOfGreater(scope: Scope): Promise<(key: StoredKey) => void> {
  const visible = scope.isLimitedToGroups ? new Set(await visibleGroupIds(scope)) : undefined
  return ({ permissions, groupIds }) => {
    const isSeen = !visible || (groupIds?.every((groupId) => visible.has(groupId)) ?? false)
    if (isSeen && permissions.every((permission) => scope.can(permission))) return
    fail('not_permitted', { text: msg({ message: 'This key may do more than you. Ask an owner or admin.' }) })
  }
}

/** Returns the groups of the key; null when it sees all contacts. A member limited to groups cannot give more than those. */
export async function groupsFor(scope: Scope, requested: string[] | null): Promise<string[] | null> {
  if (requested === null) return scope.isLimitedToGroups ? visibleGroupIds(scope) : null
  const groupIds = [...new Set(requested)]
  if (groupIds.length === 0)
    return fail('invalid', { fieldErrors: { groupIds: msg({ message: 'Choose at least one group.' }) } })
  const groups = await groupNames.get()(scope.db, scope.orgId, groupIds)
  return groups.length === groupIds.length ? groupIds : fail('not_found')
}

function refuseOddExpiry(scope: Scope, expiresAt: Date): void {
  const inMs = expiresAt.getTime() - scope.world.now().getTime()
  if (inMs <= 0) fail('invalid', { fieldErrors: { expiresAt: msg({ message: 'Pick a time in the future.' }) } })
  if (inMs > API_KEY_DAYS_MAX * 86_400_000)
    fail('invalid', { fieldErrors: { expiresAt: msg({ message: 'Pick a time within two years.' }) } })
}
