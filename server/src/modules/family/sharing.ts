import type { BodyOf } from '@crewline/contract/endpoint'
import type { Share, shareDown } from '@crewline/contract/family'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { fieldToHandDown } from '../fields/index.ts'
import { groupToHandDown } from '../groups/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { handDown } from './hand-down.ts'
import { forgetShare, saveShare } from './store.ts'
import { childrenOf, familyOf } from './views.ts'

/** Hands a smart group or a field down to children, or to others than before; they have it when this answers. */
export async function share(
  scope: Scope,
  kernel: Kernel,
  { kind, objectId, childIds }: BodyOf<typeof shareDown>,
): Promise<{ share: Share }> {
  const { features } = await organizationOf(scope.db, scope.orgId)
  const children = await childrenOf(kernel.database.asSystem('something is handed down to children'), scope.orgId)
  const known = new Set(children.map((child) => child.id))
  const id = await scope.tx(async (tx) => {
    const object = kind === 'field' ? await fieldToHandDown(tx, objectId) : await groupToHandDown(tx, objectId)
    if (!object || childIds.some((child) => !known.has(child))) fail('not_found')
    if (!features.sync) fail('sync_off')
    if (known.size === 0)
      fail('invalid', {
        words: {
          en: 'This organization has no children to hand anything down to.',
          es: 'Esta organización no tiene organizaciones hijas con las que compartir.',
        },
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
  await handDown(kernel, scope.orgId)
  return { share: (await familyOf(kernel, scope)).shares.find((one) => one.id === id) ?? fail('not_found') }
}

/** Hands something down no longer: the children keep what they have as their own. */
export async function stop(scope: Scope, kernel: Kernel, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    const gone = (await forgetShare(tx, id)) ?? fail('not_found')
    tx.audit('share.stopped', id, { kind: gone.kind, objectId: gone.objectId })
  })
  await handDown(kernel, scope.orgId)
  return {}
}
