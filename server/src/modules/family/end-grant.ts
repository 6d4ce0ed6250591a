import { grantedBy } from '@crewline/contract/grantable'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceMemberChange } from '../../kernel/realtime/revoked.ts'
import { makeScope, type Scope, type Tx } from '../../kernel/scope.ts'
import {
  announceMembership,
  narrowFromParent,
  removeProvisionedMember,
  TeamChanged,
  type EndedKeys,
} from '../team/index.ts'
import { belongsHow, childById, holderInParent, openGrants, type OpenGrant } from './grant-views.ts'
import { lockGrant, saveEnd, type StoredGrant } from './store/grants.ts'
import type { Child } from './views.ts'

/** Returns the scope in which the product acts in one organization of a family. */
export function productScope(kernel: Kernel, org: Pick<Child, 'id' | 'country' | 'timezone' | 'status'>): Scope {
  return makeScope(kernel, org, { kind: 'system', reason: 'family' }, `family-${org.id}`)
}

/**
 * Ends a grant and the membership that it made, with its sessions and sockets. `by` is the scope of a member of the child;
 * without one the product ends it. Idempotent.
 */
export async function endGrantOf(kernel: Kernel, grant: OpenGrant, by?: Scope): Promise<void> {
  const system = kernel.database.asSystem('a grant ends in the child that it belongs to')
  const child = await childById(system, grant.child.id)
  if (!child) return
  const ended = await (by ?? productScope(kernel, child)).tx(async (tx) => {
    const open = await lockGrant(tx, grant.id)
    return open ? endLocked(tx, open, grant) : undefined
  })
  if (ended) await announceMembership(kernel, { orgId: child.id, userId: grant.userId }, ended)
}

/** A membership that ended, with the API keys of that teammate. */
interface Ended {
  isRemoved: true
  endedKeys: EndedKeys
}

/** Ends a locked grant. If it had made a membership, that ends too and is returned. */
async function endLocked(tx: Tx, { id, parentId, userId }: StoredGrant, grant: OpenGrant): Promise<Ended | undefined> {
  await saveEnd(tx, id)
  const isMember = (await belongsHow(tx.db, userId, parentId)) === 'grant'
  const endedKeys = isMember ? await removeProvisionedMember(tx, userId, []) : undefined
  tx.publish(TeamChanged, {})
  tx.audit('grant.ended', id, { name: grant.name, viaParent: grant.parent.name, inChild: grant.child.name })
  return endedKeys && { isRemoved: true, endedKeys }
}

/**
 * Makes the grants of one organization, as parent or child, follow its team and its family: they end with the membership
 * on either side, and hold no more than the teammate may do in the parent. Repeating it changes nothing.
 */
export async function followGrants(kernel: Kernel, orgId: string): Promise<void> {
  const system = kernel.database.asSystem('grants follow the teams of a family')
  for (const grant of await openGrants(system, { orgId })) await followGrant(kernel, grant)
}

async function followGrant(kernel: Kernel, grant: OpenGrant): Promise<void> {
  const system = kernel.database.asSystem('grants follow the teams of a family')
  const child = await childById(system, grant.child.id)
  if (!child) return
  const membership = { orgId: child.id, userId: grant.userId }
  const changed = await productScope(kernel, child).tx(async (tx) => {
    // Offers, acceptances and ends lock the same row. What is read under it cannot be older than what they read, so
    // that the last of several at once leaves what is true now.
    const open = await lockGrant(tx, grant.id)
    if (!open) return undefined
    const { parentId, userId, permissions, isAccepted } = open
    const holder = await holderInParent(system, { childId: child.id, parentId, userId })
    const how = await belongsHow(tx.db, userId, parentId)
    if (!holder || how === 'own' || (isAccepted && how !== 'grant')) return endLocked(tx, open, grant)
    if (how !== 'grant') return undefined
    const allowed = grantedBy(holder, permissions)
    return (await narrowFromParent(tx, { userId, parentId, permissions: allowed })) ? 'narrowed' : undefined
  })
  if (changed && changed !== 'narrowed') await announceMembership(kernel, membership, changed)
  // Their sockets compare what they may do now, which also changes with the role in the parent.
  if (changed === 'narrowed') announceMemberChange(kernel, membership)
}
