import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { makeScope, type Scope, type Tx } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { lockEditableGroup } from './access.ts'
import { evaluateIn, evaluateLater } from './evaluate.ts'
import { setState, type Moved } from './store/evaluate.ts'
import { lockGroupRows } from './store/groups.ts'
import { allowLong } from './store/patience.ts'
import { takeEvaluating, type Waiting } from './store/waiting.ts'
import { upkeepOf } from './upkeep.ts'
import { languageOf } from './views/names.ts'
import { groupRefreshText } from './words.ts'

/**
 * Evaluates a group again in the background; a toast shows the requesting member the progress and the result. A manual
 * group is always ready.
 */
export async function refresh(scope: Scope, id: string): Promise<{ state: 'ready' | 'evaluating' | 'error' }> {
  return scope.tx(async (tx) => {
    const group = await lockEditableGroup(tx, id)
    if (!group.filter) return { state: 'ready' as const }
    const { by } = upkeepOf(tx)
    await evaluateLater(tx, id, by)
    if (by !== null) await notifyRequester(tx, { id, name: group.name, requestedBy: by }, 'running')
    tx.audit('group.refreshed', id)
    return { state: 'evaluating' as const }
  })
}

/** Evaluates the groups marked for evaluation, for the life of the process. */
export function startEvaluating(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'groups', wakeUp: 'groups', pass: () => evaluateWaiting(kernel) })
}

/** Evaluates one waiting group; returns whether there was one. */
export async function evaluateWaiting(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('groups of every organization wait for their evaluation')
  const [waiting] = await takeEvaluating(system)
  if (!waiting) return false
  await evaluateOne(kernel, waiting)
  return true
}

/**
 * Evaluates one group in its own transaction. Sets the state `error` when its rules can no longer be read, until they
 * are changed.
 */
export async function evaluateOne(kernel: Kernel, waiting: Waiting): Promise<void> {
  const scope = await productScope(kernel, waiting.orgId)
  try {
    await scope.tx(async (tx) => {
      await allowLong(tx.db)
      const [group] = await lockGroupRows(tx, [waiting.id])
      if (!group?.filter) return
      const moved = await evaluateIn(tx, { id: group.id, filter: group.filter }, null)
      await setState(upkeepOf(tx), group.id, 'ready')
      await notifyRequester(tx, waiting, moved)
    })
  } catch (error) {
    kernel.log.warn({ err: error, group: waiting.id }, 'groups: a group could not be evaluated')
    await scope.tx(async (tx) => {
      await setState(upkeepOf(tx), waiting.id, 'error')
      await notifyRequester(tx, waiting, 'failed')
    })
  }
}

/** Makes the scope in which the product works on the groups of an organization. */
export async function productScope(kernel: Kernel, orgId: string): Promise<Scope> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  return makeScope(kernel, organization, { kind: 'system', reason: 'groups' }, `groups-${orgId}`)
}

async function notifyRequester(
  tx: Tx,
  { id, name, requestedBy }: { id: string; name: string; requestedBy: string | null },
  outcome: Moved | 'running' | 'failed',
): Promise<void> {
  if (requestedBy === null) return
  notifyInApp(
    tx,
    { userId: requestedBy },
    {
      ...{ id: tx.world.id(), key: `group|${id}`, link: `/dashboard/groups/${id}` },
      ...(outcome === 'running'
        ? { type: 'info' as const, loading: true, timeout: false as const }
        : { type: outcome === 'failed' ? ('error' as const) : ('success' as const), cleanQueue: true }),
      ...groupRefreshText(name, outcome, await languageOf(tx.db, requestedBy)),
    },
  )
}
