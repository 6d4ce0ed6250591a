import { BULK_AT_ONCE } from '@crewline/contract/limits'
import { HOLDERS } from '@crewline/contract/permissions'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { tellInApp } from '../../kernel/realtime/in-app.ts'
import { makeScope, type Actor, type Scope, type Tx } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { perform } from './acts.ts'
import { tellAssignee } from './bulk.ts'
import { endRun, holdRun, moveRun, takeRun, type BulkRun } from './store/runs.ts'
import { idsMatching } from './views/list.ts'
import { findMember } from './views/members.ts'
import { bulkWords, type BulkStage } from './words.ts'

/** A step that takes longer is taken for dead and done again, in ms. */
const STEP_MS = 60_000
/** Steps that fail in a row before an act is given up. */
const ATTEMPTS = 5

/** Works off acts on many conversations, for the life of the process. */
export function startBulkRuns(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'acts', ring: 'acts', pass: () => runBulk(kernel) })
}

/** Does one step of the act that waits longest; answers whether there was one. */
export async function runBulk(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('acts on many conversations of every organization go on')
  const now = kernel.world.now()
  const run = await takeRun(system, now, new Date(now.getTime() + STEP_MS))
  if (!run) return false
  const scope = await scopeOf(kernel, run)
  if (!scope) return true
  if (run.attempts > ATTEMPTS) await scope.tx((tx) => end(tx, run, 'stopped', run.changed))
  else await scope.tx((tx) => step(tx, run))
  return true
}

/** One step, committed with how far it came, so that what is counted is what was changed. */
async function step(tx: Tx, run: BulkRun): Promise<void> {
  const held = await holdRun(tx, run.id)
  if (!held) return
  const { filter, excludedIds, act, until } = run.request
  const ids = await idsMatching({ db: tx.db, personId: run.personId }, filter, {
    ...{ afterId: held.afterId, until: new Date(until), most: BULK_AT_ONCE },
  })
  const mayAct = act.act === 'read' || (tx.actor.kind === 'member' && HOLDERS['inbox.reply'].includes(tx.actor.role))
  const last = ids.at(-1)
  if (last === undefined || !mayAct) return end(tx, run, mayAct ? 'done' : 'stopped', held.changed)
  const wanted = ids.filter((id) => !excludedIds.includes(id))
  const changed = held.changed + (await perform(tx, wanted, act)).length
  await moveRun(tx, run.id, { afterId: last, changed, dueAt: tx.world.now() })
  tx.ring('acts')
}

async function end(tx: Tx, run: BulkRun, stage: BulkStage, changed: number): Promise<void> {
  await endRun(tx, run.id)
  const { act } = run.request
  await tellAssignee(tx, act, changed)
  tellInApp(
    tx,
    { userId: run.personId },
    {
      ...{ id: tx.world.id(), key: `bulk|${run.id}`, cleanQueue: true },
      type: stage === 'done' ? 'success' : 'error',
      ...bulkWords(act, { stage, changed }, (await findMember(tx.db, run.personId))?.locale ?? 'en'),
    },
  )
}

/** The scope of whoever asked, as they stand now; an act of somebody who is no member any more is dropped. */
async function scopeOf(kernel: Kernel, run: BulkRun): Promise<Scope | undefined> {
  const db = kernel.database.ofOrg(run.orgId)
  const { organization } = await organizationOf(db, run.orgId)
  const requestId = `bulk-${run.id}`
  const member = await findMember(db, run.personId)
  if (!member) {
    const product = makeScope(kernel, organization, { kind: 'system', reason: 'bulk' }, requestId)
    await product.tx((tx) => endRun(tx, run.id))
    return undefined
  }
  const { memberId, role, firstname, lastname, locale } = member
  const actor: Actor = {
    ...{ kind: 'member', personId: run.personId, memberId, role, firstname, lastname, locale },
    scope: effectiveScope(member),
    sessionId: '',
  }
  return makeScope(kernel, organization, actor, requestId)
}
