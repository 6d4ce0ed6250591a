import { packed } from '@crewline/contract/words'
import { Failure, refusalWords } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope, type Tx } from '../../kernel/scope.ts'
import { fieldToHandDown, keepManagedField, releaseField } from '../fields/index.ts'
import { groupToHandDown, keepManagedGroup, releaseGroup } from '../groups/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { copiesFrom, forgetCopy, forgetShare, saveCopy, sharesOf, type Copy, type StoredShare } from './store.ts'
import { childrenOf, type Child } from './views.ts'

/** What is handed down, as it stands in the parent now. */
type Handed =
  | { kind: 'field'; share: StoredShare; object: NonNullable<Awaited<ReturnType<typeof fieldToHandDown>>> }
  | { kind: 'group'; share: StoredShare; object: NonNullable<Awaited<ReturnType<typeof groupToHandDown>>> }

/**
 * Brings every child of an organization to what is handed down now: takes what is new or changed, and gives the children as
 * their own what is handed down no longer, what was deleted above, and everything once a child's sync is off. Doing it twice
 * changes nothing; a child that cannot take something does not keep the others from it.
 */
export async function handDown(kernel: Kernel, parentId: string): Promise<void> {
  const system = kernel.database.asSystem('what a parent hands down is written in its children')
  const { organization, features } = await organizationOf(system, parentId)
  const above = productScope(kernel, organization)
  const { handed, held } = features.sync ? await handedBy(above) : { handed: [], held: [] }
  for (const child of await childrenOf(system, parentId)) {
    const wanted = child.sync ? handed.filter(({ share }) => goesTo(share, child)) : []
    const left = child.sync ? held.filter((share) => goesTo(share, child)).map(({ id }) => id) : []
    // One child after the other, so that a family of hundreds does not take every connection.
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await bringUp(productScope(kernel, child), { id: parentId, name: organization.name }, { wanted, left })
  }
}

function productScope(kernel: Kernel, org: Pick<Child, 'id' | 'country' | 'timezone' | 'standing'>): Scope {
  return makeScope(kernel, org, { kind: 'system', reason: 'family' }, `family-${org.id}`)
}

function goesTo(share: StoredShare, child: Child): boolean {
  return share.childIds.length === 0 || share.childIds.includes(child.id)
}

/**
 * What an organization hands down as it stands, and what the children hold as it was because it means nothing to them now. A
 * share whose group or field is gone goes with it.
 */
async function handedBy(above: Scope): Promise<{ handed: Handed[]; held: StoredShare[] }> {
  return above.tx(async (tx) => {
    const handed: Handed[] = []
    const held: StoredShare[] = []
    for (const share of await sharesOf(tx.db, tx.orgId)) {
      // oxlint-disable-next-line no-await-in-loop -- in one transaction, one after the other
      const one = await asItStands(tx, share)
      if (one === 'as it was') held.push(share)
      else if (one) handed.push(one)
    }
    return { handed, held }
  })
}

async function asItStands(tx: Tx, share: StoredShare): Promise<Handed | 'as it was' | undefined> {
  if (share.kind === 'field') {
    const object = await fieldToHandDown(tx, share.objectId)
    if (object) return { kind: 'field', share, object }
  } else {
    const object = await groupToHandDown(tx, share.objectId).catch((error: unknown) => {
      // Its rules ask for a group of the parent by now: until that is mended the children keep what they have.
      if (error instanceof Failure) return 'as it was' as const
      throw error
    })
    if (object === 'as it was') return object
    if (object) return { kind: 'group', share, object }
  }
  await forgetShare(tx, share.id)
  tx.audit('share.stopped', share.id, { kind: share.kind, objectId: share.objectId })
  return undefined
}

/** The organization that hands down. */
interface Parent {
  id: string
  name: string
}

/** What a child is to have, and what it keeps as it is. */
interface Due {
  wanted: Handed[]
  left: string[]
}

async function bringUp(child: Scope, parent: Parent, { wanted, left }: Due): Promise<void> {
  const copies = await child.tx((tx) => copiesFrom(tx, parent.id))
  const kept = new Set([...left, ...wanted.map(({ share }) => share.id)])
  for (const copy of copies) {
    // oxlint-disable-next-line no-await-in-loop -- each in a transaction of its own
    if (!kept.has(copy.shareId)) await child.tx((tx) => letGo(tx, copy))
  }
  for (const one of wanted) {
    const copy = copies.find(({ shareId }) => shareId === one.share.id)
    try {
      // Rules may read a field handed down just before: one after the other.
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await child.tx(async (tx) => saveCopy(tx, one.share, { objectId: await take(tx, one, parent, copy) }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const problem = packed(refusalWords(error))
      // oxlint-disable-next-line no-await-in-loop -- as above
      await child.tx((tx) => saveCopy(tx, one.share, { problem }))
    }
  }
}

async function take(tx: Tx, one: Handed, manager: Parent, copy: Copy | undefined): Promise<string> {
  return one.kind === 'field'
    ? keepManagedField(tx, one.object, { managedBy: manager.id })
    : keepManagedGroup(tx, one.object, { manager, copyId: copy?.objectId ?? null })
}

async function letGo(tx: Tx, { shareId, kind, objectId }: Copy): Promise<void> {
  if (objectId !== null) await (kind === 'field' ? releaseField(tx, objectId) : releaseGroup(tx, objectId))
  await forgetCopy(tx, shareId)
}
