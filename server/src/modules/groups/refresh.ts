import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { tellInApp } from '../../kernel/realtime/in-app.ts'
import { makeScope, type Scope, type Tx } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { ownGroup } from './access.ts'
import { evaluateIn, evaluateLater } from './evaluate.ts'
import { setState, type Moved } from './store/evaluate.ts'
import { holdGroups } from './store/groups.ts'
import { allowLong } from './store/patience.ts'
import { takeEvaluating, type Waiting } from './store/waiting.ts'
import { upkeepOf } from './upkeep.ts'
import { languageOf } from './views/names.ts'
import { refreshWords } from './words.ts'

/** Evaluates a group anew, in the background; whoever asked sees a toast that ends with what changed. One by hand is always ready. */
export async function refresh(scope: Scope, id: string): Promise<{ state: 'ready' | 'evaluating' | 'error' }> {
  return scope.tx(async (tx) => {
    const group = await ownGroup(tx, id)
    if (!group.filter) return { state: 'ready' as const }
    const { by } = upkeepOf(tx)
    await evaluateLater(tx, id, by)
    if (by !== null) await tellAsker(tx, { id, name: group.name, askedBy: by }, 'running')
    tx.audit('group.refreshed', id)
    return { state: 'evaluating' as const }
  })
}

/** Evaluates the groups that wait for it, for the life of the process. */
export function startEvaluating(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'groups', ring: 'groups', pass: () => evaluateWaiting(kernel) })
}

/** Evaluates one group that waits; answers whether there was one. */
export async function evaluateWaiting(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('groups of every organization wait for their evaluation')
  const [waiting] = await takeEvaluating(system)
  if (!waiting) return false
  await evaluateOne(kernel, waiting)
  return true
}

/** Evaluates one group in a transaction of its own; one whose rules cannot be read any more says so and waits for better ones. */
export async function evaluateOne(kernel: Kernel, waiting: Waiting): Promise<void> {
  const scope = await productScope(kernel, waiting.orgId)
  try {
    await scope.tx(async (tx) => {
      await allowLong(tx.db)
      const [group] = await holdGroups(tx, [waiting.id])
      if (!group?.filter) return
      const moved = await evaluateIn(tx, { id: group.id, filter: group.filter }, null)
      await setState(upkeepOf(tx), group.id, 'ready')
      await tellAsker(tx, waiting, moved)
    })
  } catch (error) {
    kernel.log.warn({ err: error, group: waiting.id }, 'groups: a group could not be evaluated')
    await scope.tx(async (tx) => {
      await setState(upkeepOf(tx), waiting.id, 'error')
      await tellAsker(tx, waiting, 'failed')
    })
  }
}

/** The scope in which the product works on the groups of an organization. */
export async function productScope(kernel: Kernel, orgId: string): Promise<Scope> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  return makeScope(kernel, organization, { kind: 'system', reason: 'groups' }, `groups-${orgId}`)
}

async function tellAsker(
  tx: Tx,
  { id, name, askedBy }: { id: string; name: string; askedBy: string | null },
  stage: Moved | 'running' | 'failed',
): Promise<void> {
  if (askedBy === null) return
  tellInApp(
    tx,
    { userId: askedBy },
    {
      ...{ id: tx.world.id(), key: `group|${id}`, link: `/dashboard/groups/${id}` },
      ...(stage === 'running'
        ? { type: 'info' as const, loading: true, timeout: false as const }
        : { type: stage === 'failed' ? ('error' as const) : ('success' as const), cleanQueue: true }),
      ...refreshWords(name, stage, await languageOf(tx.db, askedBy)),
    },
  )
}
