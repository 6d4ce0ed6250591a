import type { ContactAct } from '@crewline/contract/roster'
import { Failure } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { archiveMany, headsOf, putBackMany, restoreMany, type Ground, type ManyChanged } from '../contacts/index.ts'
import { addMembers, removeMembers } from '../groups/index.ts'
import type { Trace } from './store/traces.ts'

/**
 * Takes back what an act did to workers, in the caller's transaction. Each is counted once: as put back, or as left alone with
 * the reason; who was changed since stays as they are.
 */
export async function putBack(
  tx: Tx,
  traces: Trace[],
  { act, ground }: { act: ContactAct; ground: Ground },
): Promise<ManyChanged> {
  switch (act.act) {
    case 'edit':
    case 'status':
      return putBackMany(
        tx,
        traces.flatMap(({ id, facts }) => (facts ? [{ id, ...facts }] : [])),
        ground,
      )
    case 'archive': {
      const ids = traces.map((trace) => trace.id)
      const { changed, skipped } = act.archived ? await restoreMany(tx, ids, ground.fields) : await archiveMany(tx, ids)
      const { same = 0, ...others } = skipped
      return { changed, skipped: same > 0 ? { ...others, changed_since: same } : others }
    }
    case 'groups':
      return regroup(tx, traces)
    case 'opt_out':
      return { changed: [], skipped: { changed_since: traces.length } }
  }
}

async function regroup(tx: Tx, traces: Trace[]): Promise<ManyChanged> {
  const heads = await headsOf(
    tx.db,
    tx.org.country,
    traces.map((trace) => trace.id),
  )
  const seen = new Set(heads.map((head) => head.id))
  const there = traces.filter((trace) => seen.has(trace.id))
  const moved = new Set<string>()
  for (const [kind, move] of [['joined', removeMembers] as const, ['left', addMembers] as const]) {
    const groups = new Set(there.flatMap((trace) => trace.groups?.[kind] ?? []))
    for (const group of groups) {
      const ids = there.filter((trace) => trace.groups?.[kind].includes(group)).map((trace) => trace.id)
      for (const id of await unlessGone(move(tx, group, ids, 'hand'))) moved.add(id)
    }
  }
  const stayed = there.length - moved.size
  const away = traces.length - there.length
  return {
    changed: there.filter((trace) => moved.has(trace.id)).map((trace) => trace.id),
    skipped: { ...(stayed > 0 ? { changed_since: stayed } : {}), ...(away > 0 ? { not_found: away } : {}) },
  }
}

/** A group that is gone, or out of sight by now, has nobody to give back. */
async function unlessGone(moving: Promise<string[]>): Promise<string[]> {
  try {
    return await moving
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}
