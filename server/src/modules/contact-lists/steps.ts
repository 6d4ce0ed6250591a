import { BULK_AT_ONCE } from '@crewline/contract/limits'
import type { Permission } from '@crewline/contract/permissions'
import type { Tx } from '../../kernel/scope.ts'
import type { Ground, ManyChanged } from '../contacts/index.ts'
import { audienceContext, audienceIds } from '../audience/index.ts'
import { perform } from './acts.ts'
import { restore } from './restore.ts'
import { endRun, lockRun, moveRun, type Progress, type Request } from './store/runs.ts'
import { addUndoSnapshots, undoSnapshotsOf } from './store/undo-snapshots.ts'
import { thereBefore } from './views/people.ts'

/** A bulk action in progress. */
export interface Running {
  id: string
  request: Request
  ground: Ground
  /** What the member may do now, for rules that need a permission. */
  can?: (permission: Permission) => boolean
}

/**
 * Runs the next step of a bulk action. The step and its progress commit together, so the counts match the changes.
 * Returns whether the run continues; a finished run stays unchanged.
 */
export async function takeStep(tx: Tx, run: Running): Promise<boolean> {
  const held = await lockRun(tx, run.id)
  if (!held) return false
  if (run.request.undoes) return undoStep(tx, run, { ...held, undoes: run.request.undoes })
  const nextIds = await nextOf(tx, run, held)
  const last = nextIds.at(-1)
  if (last === undefined) {
    await endRun(tx, run.id, 'done')
    return false
  }
  const { selection, act, until } = run.request
  // Contacts named by id are included whenever they were added; the action itself reports missing ones.
  const ids = selection.selectedAll ? await thereBefore(tx.db, nextIds, new Date(until)) : nextIds
  const { changed, skipped, undo } = await perform(tx, ids, { action: act, ground: run.ground })
  if (held.hasUndo) await addUndoSnapshots(tx, run.id, undo)
  await moveRun(tx, run.id, {
    afterId: last,
    seen: held.seen + ids.length,
    changed: held.changed + changed.length,
    skipped: added(held.skipped, skipped),
  })
  return true
}

/** Like a step of an action, for the contacts that an earlier action changed. */
async function undoStep(tx: Tx, run: Running, held: Progress & { undoes: string }): Promise<boolean> {
  const snapshots = await undoSnapshotsOf(tx, held.undoes, { after: held.afterId, most: BULK_AT_ONCE })
  const last = snapshots.at(-1)
  if (last === undefined) {
    await endRun(tx, run.id, 'done')
    return false
  }
  const { changed, skipped } = await restore(tx, snapshots, { action: run.request.act, ground: run.ground })
  await moveRun(tx, run.id, {
    afterId: last.id,
    seen: held.seen + snapshots.length,
    changed: held.changed + changed.length,
    skipped: added(held.skipped, skipped),
  })
  return true
}

async function nextOf(tx: Tx, { request: { selection }, can }: Running, { afterId }: Progress): Promise<string[]> {
  if (!selection.selectedAll)
    return selection.contacts.filter((id) => afterId === null || id > afterId).slice(0, BULK_AT_ONCE)
  const reader = { db: tx.db, org: tx.org, world: tx.world, ...(can ? { can } : {}) }
  const ctx = await audienceContext(reader, selection.audience)
  return audienceIds(tx.db, ctx, selection, { after: afterId, most: BULK_AT_ONCE })
}

function added(before: Record<string, number>, more: ManyChanged['skipped']): Record<string, number> {
  const sum = { ...before }
  for (const [reason, count] of Object.entries(more)) sum[reason] = (sum[reason] ?? 0) + count
  return sum
}
