import type { ApiKeyPermission } from '@crewline/contract/api-keys'
import type { Kernel } from '../../kernel/kernel.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { addApiKeyUser } from '../../modules/accounts/index.ts'
import { keyOf, startOf } from '../../modules/api-keys/key-rules.ts'
import { addKey, markRevoked, noteKeyUse } from '../../modules/api-keys/store.ts'
import { addApiKeyMember, endApiKeyMember } from '../../modules/team/index.ts'
import { kernelAt } from './earlier.ts'
import { DAY, HOUR } from './moments.ts'
import { ownerScope } from './owner-scope.ts'
import type { SeededOrganization } from './write-organization.ts'

interface DemoKey {
  name: string
  permissions: ApiKeyPermission[]
  groupIds: string[] | null
  /** Days before now. */
  created: number
  /** Days after its creation. */
  expires: number | null
  /** Hours before now. */
  used: number | null
  /** Days before now. */
  revoked: number | null
}

/** Adds the API keys of an organization: two that work, one of them only for a group, and one that was revoked. */
export async function writeApiKeys(
  kernel: Kernel,
  { id: orgId, senders: [owner] }: SeededOrganization,
  groupId: string,
): Promise<void> {
  if (!owner) return
  const keys: DemoKey[] = [
    {
      name: 'Old time clock',
      permissions: ['contacts.read'],
      groupIds: null,
      created: 120,
      expires: null,
      used: 41 * 24,
      revoked: 40,
    },
    {
      name: 'Payroll',
      permissions: ['contacts.read', 'contacts.edit', 'groups.read'],
      groupIds: null,
      created: 40,
      expires: 365,
      used: 3,
      revoked: null,
    },
    {
      name: 'Night shift board',
      permissions: ['contacts.read', 'inbox.read'],
      groupIds: [groupId],
      created: 12,
      expires: 90,
      used: null,
      revoked: null,
    },
  ]
  for (const key of keys) await writeKey(kernel, { orgId, userId: owner.userId }, key)
}

/** Adds a key whose secret is not known to anyone: only its hash is stored, as for every key. */
async function writeKey(kernel: Kernel, by: { orgId: string; userId: string }, key: DemoKey): Promise<void> {
  const { name, permissions, groupIds } = key
  const nowMs = kernel.world.now().getTime()
  const createdMs = nowMs - key.created * DAY
  const system = kernel.database.asSystem('the demo is seeded')
  const created = kernelAt(kernel, createdMs)
  const [id, userId, secret] = [created.world.id(), created.world.id(), keyOf(kernel.world.bytes(32))]
  const expiresAt = key.expires === null ? null : new Date(createdMs + key.expires * DAY)
  await addApiKeyUser(system, { id: userId, name, now: created.world.now() })
  const memberId = await ownerScope(created, by.orgId, by.userId).tx(async (tx) => {
    const added = await addApiKeyMember(tx, { userId, groupIds })
    const [start, hash] = [startOf(secret), tokenHash(secret)]
    await addKey(tx, { id, name, userId, memberId: added, permissions, start, hash, createdBy: by.userId, expiresAt })
    tx.audit('api-key.created', id, { name, permissions, groupIds, expiresAt: expiresAt?.toISOString() ?? null })
    return added
  })
  if (key.used !== null) await noteKeyUse(system, id, new Date(nowMs - key.used * HOUR))
  if (key.revoked === null) return
  await ownerScope(kernelAt(kernel, nowMs - key.revoked * DAY), by.orgId, by.userId).tx(async (tx) => {
    await markRevoked(tx, id)
    await endApiKeyMember(tx, memberId)
    tx.audit('api-key.revoked', id, { name })
  })
}
