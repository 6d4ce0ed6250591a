import type { BodyOf } from '@crewline/contract/endpoint'
import type { connectHrScim } from '@crewline/contract/hr-scim'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { memberSessions } from '../team/index.ts'
import { HrChanged } from './events.ts'
import { listKeys } from './file/files-views.ts'
import { createKey } from './file/keys.ts'
import { workersUrl } from './scim/resources.ts'
import { countWorkers } from './scim/workers-views.ts'
import { connectionOf, ensureConnection, lockConnection, saveOwnSource } from './store/connection.ts'
import { lockOpenSync } from './store/syncs.ts'

/** How people are pushed to the organization, and what was pushed. */
export async function pushingOf(kernel: Kernel, scope: Scope) {
  const connection = await connectionOf(scope.db, scope.orgId)
  const isConnected = connection?.state === 'connected' && connection.source === 'scim'
  return {
    isConnected,
    scimUrl: workersUrl(kernel),
    keys: isConnected ? await listKeys(scope) : [],
    ...(await countWorkers(scope.db, scope.orgId)),
    pushedAt: (isConnected && connection.pushedAt?.toISOString()) || null,
    isWaiting: isConnected && connection.pushedSince !== null,
  }
}

/** Makes pushed people what contacts follow. Needs a fresh proof of identity; fails with `hr_connected` beside another source. */
export async function connectScim(kernel: Kernel, scope: Scope, { name }: BodyOf<typeof connectHrScim>): Promise<void> {
  const { actor } = scope
  if (actor.kind !== 'member') return fail('not_permitted')
  await memberSessions.get().requireProof(kernel, actor)
  await scope.tx(async (tx) => {
    await ensureConnection(tx)
    const connection = await lockConnection(tx)
    if (connection?.state !== 'off' || (await lockOpenSync(tx))) fail('hr_connected')
    await saveOwnSource(tx, { source: 'scim', company: name, userId: actor.userId })
    tx.audit('hr.connected', null, { source: 'scim', company: name })
    tx.publish(HrChanged, {})
  })
}

/** Adds a token, which is returned once. Needs a fresh proof of identity. */
export async function createScimKey(kernel: Kernel, scope: Scope, name: string): Promise<string> {
  return (await createKey(kernel, scope, { name, kind: 'scim' })) ?? fail('not_permitted')
}
