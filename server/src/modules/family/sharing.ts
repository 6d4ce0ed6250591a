import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { Share, shareDown, ShareKind } from '@crewline/contract/family'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { fieldToHandDown } from '../fields/index.ts'
import { readSharedGroup } from '../groups/index.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import { propagateShares } from './hand-down.ts'
import { deleteShare, saveShare } from './store.ts'
import { childrenOf, familyOf } from './views.ts'

/** Shares a smart group or a field with children, or changes which ones. Returns after the children have it. */
export async function share(
  scope: Scope,
  kernel: Kernel,
  { kind, objectId, childIds }: BodyOf<typeof shareDown>,
): Promise<{ share: Share }> {
  const { features } = await organizationOf(scope.db, scope.orgId)
  const children = await childrenOf(kernel.database.asSystem('an object is shared with children'), scope.orgId)
  const ownChildIds = new Set(children.map((child) => child.id))
  const id = await scope.tx(async (tx) => {
    const object = await readObject(tx, kind, objectId)
    if (!object || childIds.some((child) => !ownChildIds.has(child))) fail('not_found')
    if (!features.sync) fail('sync_off')
    if (ownChildIds.size === 0)
      fail('invalid', {
        text: msg({ message: 'This organization has no child organizations to share with.' }),
      })
    const saved = await saveShare(tx, {
      id: tx.world.id(),
      kind,
      objectId,
      childIds: [...new Set(childIds)],
    })
    tx.audit('share.saved', saved, { kind, objectId, childIds })
    return saved
  })
  await propagateShares(kernel, scope.orgId)
  return { share: (await familyOf(kernel, scope)).shares.find((candidate) => candidate.id === id) ?? fail('not_found') }
}

/** Returns what is shared as it is now, or undefined when it does not exist. */
async function readObject(tx: Tx, kind: ShareKind, objectId: string): Promise<unknown> {
  if (kind === 'field') return fieldToHandDown(tx, objectId)
  if (kind === 'group') return readSharedGroup(tx, objectId)
  if (objectId.toLowerCase() !== tx.orgId) return undefined
  const { businessHours } = await settingsOf(tx.db, tx.orgId)
  if (kind === 'hours' && Object.keys(businessHours).length === 0)
    fail('invalid', {
      text: msg({ message: 'Set business hours first. Without any, sub-organizations count as closed.' }),
    })
  return businessHours
}

/** Stops sharing an item. The children keep their copies as their own. */
export async function stop(scope: Scope, kernel: Kernel, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    const deleted = (await deleteShare(tx, id)) ?? fail('not_found')
    tx.audit('share.stopped', id, { kind: deleted.kind, objectId: deleted.objectId })
  })
  await propagateShares(kernel, scope.orgId)
  return {}
}
