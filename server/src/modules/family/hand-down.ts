import type { OrganizationSettings } from '@crewline/contract/organizations'
import { packed } from '@crewline/contract/words'
import { Failure, getRefusalText } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { fieldToHandDown, keepManagedField, releaseField } from '../fields/index.ts'
import { readSharedGroup, keepManagedGroup, releaseGroup } from '../groups/index.ts'
import {
  holidaysOf,
  keepManagedHolidays,
  keepManagedHours,
  organizationOf,
  releaseHolidays,
  releaseHours,
  settingsOf,
} from '../organizations/index.ts'
import { productScope } from './end-grant.ts'
import {
  copiesFrom,
  isOwnInstead,
  deleteCopy,
  deleteShare,
  saveCopy,
  sharesOf,
  type Copy,
  type StoredShare,
} from './store.ts'
import { childrenOf, managedWithoutCopy, type Child } from './views.ts'

/** A shared item in its current state in the parent. */
type SharedItem =
  | { kind: 'field'; share: StoredShare; object: NonNullable<Awaited<ReturnType<typeof fieldToHandDown>>> }
  | { kind: 'hours'; share: StoredShare; object: OrganizationSettings['businessHours'] }
  | { kind: 'holidays'; share: StoredShare; object: Awaited<ReturnType<typeof holidaysOf>> }
  | { kind: 'group'; share: StoredShare; object: NonNullable<Awaited<ReturnType<typeof readSharedGroup>>> }

/**
 * Updates every child of an organization to its shared items: copies new and changed ones, and releases copies whose
 * share ended or whose original was deleted, or all copies when the child's sync is off. Idempotent. A child that
 * cannot take an item does not block the others.
 */
export async function propagateShares(kernel: Kernel, parentId: string): Promise<void> {
  const system = kernel.database.asSystem('what a parent shares is written to its children')
  const { organization, features } = await organizationOf(system, parentId)
  const above = productScope(kernel, organization)
  const { handed, held } = features.sync ? await readSharedItems(above) : { handed: [], held: [] }
  for (const child of await childrenOf(system, parentId)) {
    const itemsToCopy = child.sync ? handed.filter(({ share }) => isSharedWith(share, child)) : []
    const unchangedShareIds = child.sync ? held.filter((share) => isSharedWith(share, child)).map(({ id }) => id) : []
    // One child at a time, so that a family of hundreds does not use every connection.
    await updateChild(
      productScope(kernel, child),
      { id: parentId, name: organization.name },
      { itemsToCopy, unchangedShareIds },
    )
  }
}

function isSharedWith(share: StoredShare, child: Child): boolean {
  return share.childIds.length === 0 || share.childIds.includes(child.id)
}

/**
 * Returns an organization's shared items in their current state, and the shares whose copies must stay unchanged
 * because they are invalid for children now. Ends shares whose group or field was deleted.
 */
async function readSharedItems(above: Scope): Promise<{ handed: SharedItem[]; held: StoredShare[] }> {
  return above.tx(async (tx) => {
    const handed: SharedItem[] = []
    const held: StoredShare[] = []
    for (const share of await sharesOf(tx.db, tx.orgId)) {
      const item = await readCurrentItem(tx, share)
      if (item === 'as it was') held.push(share)
      else if (item) handed.push(item)
    }
    return { handed, held }
  })
}

async function readCurrentItem(tx: Tx, share: StoredShare): Promise<SharedItem | 'as it was' | undefined> {
  if (share.kind === 'hours') return { kind: 'hours', share, object: (await settingsOf(tx.db, tx.orgId)).businessHours }
  if (share.kind === 'holidays') return { kind: 'holidays', share, object: await holidaysOf(tx.db, tx.orgId) }
  if (share.kind === 'field') {
    const object = await fieldToHandDown(tx, share.objectId)
    if (object) return { kind: 'field', share, object }
  } else {
    const object = await readSharedGroup(tx, share.objectId).catch((error: unknown) => {
      // Its rules now use a group of the parent: the children keep their copy until that is fixed.
      if (error instanceof Failure) return 'as it was' as const
      throw error
    })
    if (object === 'as it was') return object
    if (object) return { kind: 'group', share, object }
  }
  await deleteShare(tx, share.id)
  tx.audit('share.stopped', share.id, { kind: share.kind, objectId: share.objectId })
  return undefined
}

/** The organization that shares. */
interface Parent {
  id: string
  name: string
}

/** What a child must get, and which copies stay unchanged. */
interface Due {
  itemsToCopy: SharedItem[]
  unchangedShareIds: string[]
}

async function updateChild(child: Scope, parent: Parent, { itemsToCopy, unchangedShareIds }: Due): Promise<void> {
  const copies = await child.tx((tx) => copiesFrom(tx, parent.id))
  const activeShareIds = new Set([...unchangedShareIds, ...itemsToCopy.map(({ share }) => share.id)])
  for (const copy of copies) {
    if (!activeShareIds.has(copy.shareId)) await child.tx((tx) => releaseCopy(tx, copy))
  }
  for (const item of itemsToCopy) {
    const copy = copies.find(({ shareId }) => shareId === item.share.id)
    try {
      // In order: rules may use a field that was copied just before.
      await child.tx(async (tx) => {
        // Under its lock: the child may have chosen its own hours since the copies were read.
        if (await isOwnInstead(tx, item.share.id)) return
        await saveCopy(tx, item.share, { objectId: await take(tx, item, parent, copy) })
      })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const problem = packed(getRefusalText(error))
      await child.tx((tx) => saveCopy(tx, item.share, { problem }))
    }
  }
}

async function take(tx: Tx, item: SharedItem, manager: Parent, copy: Copy | undefined): Promise<string> {
  if (item.kind === 'field') return keepManagedField(tx, item.object, { managedBy: manager.id })
  if (item.kind === 'group') return keepManagedGroup(tx, item.object, { manager, copyId: copy?.objectId ?? null })
  if (item.kind === 'hours') await keepManagedHours(tx, item.object, { managedBy: manager.id })
  else await keepManagedHolidays(tx, item.object, { managedBy: manager.id })
  return tx.orgId
}

async function releaseCopy(tx: Tx, { shareId, kind, objectId }: Copy): Promise<void> {
  // The copy is locked before the organization, as where the child chooses its own hours: no deadlock.
  await isOwnInstead(tx, shareId)
  if (kind === 'hours' || kind === 'holidays') await releaseCalendar(tx, kind)
  else if (objectId !== null) await (kind === 'field' ? releaseField(tx, objectId) : releaseGroup(tx, objectId))
  await deleteCopy(tx, shareId)
}

/**
 * Releases hours and holidays of a parent of which nothing is recorded any more: an older version of the server, which
 * does not know them, may have ended their share during a deployment. Idempotent.
 */
export async function releaseUnrecorded(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('hours and holidays without a share are released in their children')
  for (const { kind, ...child } of await managedWithoutCopy(system)) {
    await productScope(kernel, child).tx(async (tx) => {
      const isStill = (await managedWithoutCopy(system, child.id)).some((one) => one.kind === kind)
      if (isStill) await releaseCalendar(tx, kind)
    })
  }
}

/** Leaves a child the hours or holidays of its parent as its own. */
export async function releaseCalendar(tx: Tx, kind: 'hours' | 'holidays'): Promise<void> {
  await (kind === 'hours' ? releaseHours(tx) : releaseHolidays(tx))
}
