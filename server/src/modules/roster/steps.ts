import { BULK_AT_ONCE } from '@crewline/contract/limits'
import type { Permission } from '@crewline/contract/permissions'
import type { Tx } from '../../kernel/scope.ts'
import type { Ground, ManyChanged } from '../contacts/index.ts'
import { audienceContext, audienceIds } from '../groups/index.ts'
import { perform } from './acts.ts'
import { putBack } from './put-back.ts'
import { endRun, holdRun, moveRun, type Progress, type Request } from './store/runs.ts'
import { addTraces, tracesOf } from './store/traces.ts'
import { thereBefore } from './views/people.ts'

/** One act on many workers. */
export interface Running {
  id: string
  request: Request
  ground: Ground
  /** What whoever asked may do now, where rules ask for it. */
  can?: (permission: Permission) => boolean
}

/**
 * Does the next step of an act, in the same transaction as how far it came, so that what is counted is what was changed.
 * Answers whether it goes on; one that is over stays as it is.
 */
export async function takeStep(tx: Tx, run: Running): Promise<boolean> {
  const held = await holdRun(tx, run.id)
  if (!held) return false
  if (run.request.undoes) return undoStep(tx, run, { ...held, undoes: run.request.undoes })
  const meant = await nextOf(tx, run, held)
  const last = meant.at(-1)
  if (last === undefined) {
    await endRun(tx, run.id, 'done')
    return false
  }
  const { selection, act, until } = run.request
  // Who was named is meant whenever they came; who is away is told as such by the act itself.
  const ids = selection.selectedAll ? await thereBefore(tx.db, meant, new Date(until)) : meant
  const { changed, skipped, undo } = await perform(tx, ids, { act, ground: run.ground })
  if (held.isTraced) await addTraces(tx, run.id, undo)
  await moveRun(tx, run.id, {
    afterId: last,
    seen: held.seen + ids.length,
    changed: held.changed + changed.length,
    skipped: added(held.skipped, skipped),
  })
  return true
}

/** As a step of an act, for whom an earlier act changed. */
async function undoStep(tx: Tx, run: Running, held: Progress & { undoes: string }): Promise<boolean> {
  const traces = await tracesOf(tx, held.undoes, { after: held.afterId, most: BULK_AT_ONCE })
  const last = traces.at(-1)
  if (last === undefined) {
    await endRun(tx, run.id, 'done')
    return false
  }
  const { changed, skipped } = await putBack(tx, traces, { act: run.request.act, ground: run.ground })
  await moveRun(tx, run.id, {
    afterId: last.id,
    seen: held.seen + traces.length,
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
