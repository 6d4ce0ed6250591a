import { RUN_KINDS } from '@crewline/contract/events'
import type { Kernel } from '../../kernel/kernel.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { defineRun } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import { makeScope, type Scope, type Tx } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { lockEditableGroup } from './access.ts'
import { evaluateIn, evaluateLater } from './evaluate.ts'
import { setState, type Moved } from './store/evaluate.ts'
import { lockGroupRows, type StoredGroup } from './store/groups.ts'
import { allowLong } from '../../kernel/db/timeout.ts'
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

/** Evaluates one smart group for all contacts; a group that a member asked for ends with a toast. */
export const evaluationRun = defineRun({
  name: RUN_KINDS.group,
  table: 'contact_group',
  maxAttempts: 3,
  watchers: 'groups.read',
  step: async (tx, { id }) => {
    const group = await lockWaiting(tx, id)
    if (!group?.filter) return 'end'
    await allowLong(tx.db, 'compares a group with every contact')
    const moved = await evaluateIn(tx, { id, filter: group.filter }, null)
    await setState(upkeepOf(tx), id, 'ready')
    await notifyRequester(tx, group, moved)
    return 'end'
  },
  // The rules can no longer be read: the group shows that until they are changed.
  stop: async (tx, { id }) => {
    const group = await lockWaiting(tx, id)
    if (!group) return
    await setState(upkeepOf(tx), id, 'error')
    await notifyRequester(tx, group, 'failed')
  },
})

/** Locks a group if its evaluation still waits: it may have been requested twice, or done by a change of its rules. */
async function lockWaiting(tx: Tx, id: string): Promise<StoredGroup | undefined> {
  const [group] = await lockGroupRows(tx, [id])
  return group?.state === 'evaluating' ? group : undefined
}

/** Evaluates one waiting group; returns whether there was one. `isImmediate` ignores the delay before a retry. */
export function evaluateWaiting(kernel: Kernel, options: { isImmediate?: boolean } = {}): Promise<boolean> {
  return takeRunStep(kernel, evaluationRun, options)
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
      id: tx.world.id(),
      key: `group|${id}`,
      link: `/dashboard/groups/${id}`,
      ...(outcome === 'running'
        ? {
            type: 'info' as const,
            loading: true,
            timeout: false as const,
          }
        : {
            type: outcome === 'failed' ? ('error' as const) : ('success' as const),
            cleanQueue: true,
          }),
      ...groupRefreshText(name, outcome, await languageOf(tx.db, requestedBy)),
    },
  )
}
