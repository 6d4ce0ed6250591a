import type { ContactAction } from '@crewline/contract/contact-lists'
import { Failure } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import {
  archiveContacts,
  summariesOf,
  restoreContactFields,
  restoreContacts,
  type Ground,
  type ManyChanged,
} from '../contacts/index.ts'
import { addMembers, removeMembers } from '../groups/index.ts'
import { restoreChoices } from '../shifts/index.ts'
import type { UndoSnapshot } from './store/undo-snapshots.ts'

/**
 * Undoes an action on contacts in the caller's transaction. Counts each contact once: as restored, or as skipped with
 * the reason. Contacts changed since are not restored.
 */
export async function restore(
  tx: Tx,
  snapshots: UndoSnapshot[],
  { action, ground }: { action: ContactAction; ground: Ground },
): Promise<ManyChanged> {
  switch (action.act) {
    case 'edit':
    case 'status':
      return restoreContactFields(
        tx,
        snapshots.flatMap(({ id, attributes }) => (attributes ? [{ id, ...attributes }] : [])),
        ground,
      )
    case 'archive': {
      const ids = snapshots.map((snapshot) => snapshot.id)
      const { changed, skipped } = action.archived
        ? await restoreContacts(tx, ids, ground.fields)
        : await archiveContacts(tx, ids)
      const { same = 0, ...others } = skipped
      return { changed, skipped: same > 0 ? { ...others, changed_since: same } : others }
    }
    case 'shift': {
      const made = snapshots.flatMap(({ id, shift }) => (shift ? [{ id, ...shift }] : []))
      const { changes, skipped } = await restoreChoices(tx, made)
      return { changed: changes.map(({ id }) => id), skipped }
    }
    case 'groups':
      return regroup(tx, snapshots)
    case 'opt_out':
    case 'attest':
      return { changed: [], skipped: { changed_since: snapshots.length } }
  }
}

async function regroup(tx: Tx, snapshots: UndoSnapshot[]): Promise<ManyChanged> {
  const summaries = await summariesOf(
    tx.db,
    tx.org.country,
    snapshots.map((snapshot) => snapshot.id),
  )
  const existingIds = new Set(summaries.map((summary) => summary.id))
  const there = snapshots.filter((snapshot) => existingIds.has(snapshot.id))
  const moved = new Set<string>()
  for (const [kind, move] of [['joined', removeMembers] as const, ['left', addMembers] as const]) {
    const groups = new Set(there.flatMap((snapshot) => snapshot.groups?.[kind] ?? []))
    for (const group of groups) {
      const ids = there.filter((snapshot) => snapshot.groups?.[kind].includes(group)).map((snapshot) => snapshot.id)
      for (const id of await ignoreMissingGroup(move(tx, group, ids, 'hand'))) moved.add(id)
    }
  }
  const unchanged = there.length - moved.size
  const away = snapshots.length - there.length
  return {
    changed: there.filter((snapshot) => moved.has(snapshot.id)).map((snapshot) => snapshot.id),
    skipped: { ...(unchanged > 0 ? { changed_since: unchanged } : {}), ...(away > 0 ? { not_found: away } : {}) },
  }
}

/** Returns no contacts for a group that was deleted or is now out of sight. */
async function ignoreMissingGroup(moving: Promise<string[]>): Promise<string[]> {
  try {
    return await moving
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}
