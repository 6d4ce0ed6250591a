import { BULK_AT_ONCE } from '@crewline/contract/limits'
import { HOLDERS } from '@crewline/contract/permissions'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { makeScope, type Actor, type Scope, type Tx } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { perform } from './acts.ts'
import { notifyAssignee } from './bulk.ts'
import { endRun, lockRun, moveRun, takeRun, type BulkRun } from './store/runs.ts'
import { idsMatching } from './views/list.ts'
import { findMember } from './views/members.ts'
import { bulkActionText, type BulkRunStatus } from './words.ts'

/** A step that takes longer is considered dead and repeated, in ms. */
const STEP_MS = 60_000
/** Consecutive failures of a step before a run is given up. */
const ATTEMPTS = 5

/** Processes bulk runs of conversations for the life of the process. */
export function startBulkRuns(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'acts', wakeUp: 'acts', pass: () => runBulk(kernel) })
}

/** Runs one step of the run that has waited longest; returns whether there was one. */
export async function runBulk(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('bulk actions on conversations of every organization continue')
  const now = kernel.world.now()
  const run = await takeRun(system, now, new Date(now.getTime() + STEP_MS))
  if (!run) return false
  const scope = await scopeOf(kernel, run)
  if (!scope) return true
  if (run.attempts > ATTEMPTS) await scope.tx((tx) => end(tx, run, 'stopped', run.changed))
  else await scope.tx((tx) => step(tx, run))
  return true
}

/** Runs one step and commits the position with it, so that the count matches the changes. */
async function step(tx: Tx, run: BulkRun): Promise<void> {
  const held = await lockRun(tx, run.id)
  if (!held) return
  const { filter, excludedIds, action, until } = run.request
  const ids = await idsMatching({ db: tx.db, userId: run.userId }, filter, {
    ...{ afterId: held.afterId, until: new Date(until), most: BULK_AT_ONCE },
  })
  const isPermitted =
    action.act === 'read' || (tx.actor.kind === 'member' && HOLDERS['inbox.reply'].includes(tx.actor.role))
  const last = ids.at(-1)
  if (last === undefined || !isPermitted) return end(tx, run, isPermitted ? 'done' : 'stopped', held.changed)
  const includedIds = ids.filter((id) => !excludedIds.includes(id))
  const changed = held.changed + (await perform(tx, includedIds, action)).length
  await moveRun(tx, run.id, { afterId: last, changed, dueAt: tx.world.now() })
  tx.wakeUp('acts')
}

async function end(tx: Tx, run: BulkRun, status: BulkRunStatus, changed: number): Promise<void> {
  await endRun(tx, run.id)
  const { action } = run.request
  await notifyAssignee(tx, action, changed)
  notifyInApp(
    tx,
    { userId: run.userId },
    {
      ...{ id: tx.world.id(), key: `bulk|${run.id}`, cleanQueue: true },
      type: status === 'done' ? 'success' : 'error',
      ...bulkActionText(action, { status, changed }, (await findMember(tx.db, run.userId))?.locale ?? 'en'),
    },
  )
}

/**
 * Returns the scope of the requesting member with their current role; undefined when they are no longer a member, which
 * drops the run.
 */
async function scopeOf(kernel: Kernel, run: BulkRun): Promise<Scope | undefined> {
  const db = kernel.database.ofOrg(run.orgId)
  const { organization } = await organizationOf(db, run.orgId)
  const requestId = `bulk-${run.id}`
  const member = await findMember(db, run.userId)
  if (!member) {
    const product = makeScope(kernel, organization, { kind: 'system', reason: 'bulk' }, requestId)
    await product.tx((tx) => endRun(tx, run.id))
    return undefined
  }
  const { memberId, role, firstname, lastname, locale } = member
  const actor: Actor = {
    ...{ kind: 'member', userId: run.userId, memberId, role, firstname, lastname, locale },
    scope: effectiveScope(member),
    sessionId: '',
  }
  return makeScope(kernel, organization, actor, requestId)
}
