import type { ApiKey, editApiKey } from '@crewline/contract/api-keys'
import type { BodyOf } from '@crewline/contract/endpoint'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceMemberChange } from '../../kernel/realtime/revoked.ts'
import type { Scope } from '../../kernel/scope.ts'
import { limitApiKeyMember } from '../team/index.ts'
import { isRaised } from './key-rules.ts'
import { reportKey } from './report-key.ts'
import { groupsFor, oneKey, refusalOfGreater, requireHeld, requireProof } from './service.ts'
import { lockKey, savePermissions } from './store.ts'
import { keyGroupNames } from './views.ts'

/**
 * Changes what a key may do and see, from its next call; its sockets reconnect with that. The key itself stays. Owners get an
 * email when it may do or see more than before. Fails with `not_permitted` for a key that may do more than the acting member.
 */
export async function edit(
  kernel: Kernel,
  scope: Scope,
  id: string,
  request: BodyOf<typeof editApiKey>,
): Promise<{ apiKey: ApiKey }> {
  await oneKey(scope, id)
  await requireProof(kernel, scope)
  const permissions = request.permissions && requireHeld(scope, request.permissions)
  const groupIds = request.groupIds === undefined ? undefined : await groupsFor(scope, request.groupIds)
  const refuse = await refusalOfGreater(scope)
  const changed = await scope.tx(async (tx) => {
    const before = await tx.unscoped(async () => {
      const key = (await lockKey(tx, id)) ?? fail('not_found')
      refuse(key)
      if (permissions) await savePermissions(tx, id, permissions)
      if (groupIds !== undefined) await limitApiKeyMember(tx, key.memberId, groupIds)
      return key
    })
    const after = {
      permissions: permissions ?? before.permissions,
      groupIds: groupIds === undefined ? before.groupIds : (groupIds?.toSorted() ?? null),
    }
    const was = { permissions: before.permissions, groupIds: before.groupIds }
    if (JSON.stringify(after) === JSON.stringify(was)) return undefined
    const names = await keyGroupNames(tx, [...(was.groupIds ?? []), ...(after.groupIds ?? [])])
    tx.audit('api-key.changed', id, {
      name: before.name,
      before: named(was, names),
      after: named(after, names),
    })
    return { name: before.name, userId: before.userId, isRaised: isRaised(was, after) }
  })
  if (changed) announceMemberChange(kernel, { orgId: scope.orgId, userId: changed.userId })
  if (changed?.isRaised) await reportKey(kernel, scope, { name: changed.name, what: 'raised' })
  return { apiKey: await oneKey(scope, id) }
}

/** What a key may do and see as the audit log shows it. */
function named(
  { permissions, groupIds }: { permissions: string[]; groupIds: string[] | null },
  names: Map<string, string>,
): { permissions: string[]; groups: string[] | null } {
  return { permissions, groups: groupIds?.map((id) => names.get(id) ?? id) ?? null }
}
