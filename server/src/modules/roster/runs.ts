import type { Locale } from '@crewline/contract/accounts'
import type { Permission } from '@crewline/contract/permissions'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { makeScope, type Actor, type Scope, type Tx } from '../../kernel/scope.ts'
import { groundOf } from '../contacts/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { takeStep } from './steps.ts'
import { endRun, runOf, takeRun, type ClaimedRun } from './store/runs.ts'
import { findMember, type RosterMember } from './views/members.ts'
import { runText } from './words.ts'

/** A step that takes longer is considered dead and repeated, in ms. */
const STEP_MS = 60_000
/** The number of consecutive failed steps before a run is given up. */
const ATTEMPTS = 5

/** Processes bulk actions on contacts for the life of the process. */
export function startContactRuns(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'contact bulk actions', wakeUp: 'acts', pass: () => runContactActions(kernel) })
}

/** Runs one step of the bulk action that has waited longest. Returns whether there was one. */
export async function runContactActions(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('bulk actions on contacts of every organization continue')
  const now = kernel.world.now()
  const run = await takeRun(system, now, new Date(now.getTime() + STEP_MS))
  if (!run) return false
  const db = kernel.database.ofOrg(run.orgId)
  const { organization } = await organizationOf(db, run.orgId)
  const member = await findMember(db, run.userId)
  if (!member) {
    const product = makeScope(kernel, organization, { kind: 'system', reason: 'bulk' }, `contacts-${run.id}`)
    await product.tx((tx) => endRun(tx, run.id, 'stopped'))
    return true
  }
  await step(makeScope(kernel, organization, actorOf(run, member), `contacts-${run.id}`), run, member.locale)
  return true
}

async function step(scope: Scope, run: ClaimedRun, locale: Locale): Promise<void> {
  const { act } = run.request
  const needed: Permission = act.act === 'groups' ? 'groups.edit' : 'contacts.edit'
  const stops = run.attempts > ATTEMPTS || !scope.can(needed)
  const can = (permission: Permission) => scope.can(permission)
  await scope.tx(async (tx) => {
    if (stops) await endRun(tx, run.id, 'stopped')
    else if (await takeStep(tx, { id: run.id, request: run.request, ground: await groundOf(tx, scope), can }))
      return tx.wakeUp('acts')
    return notifyEnd(tx, run, locale)
  })
}

async function notifyEnd(tx: Tx, run: ClaimedRun, locale: Locale): Promise<void> {
  const finished = await runOf(tx.db, { id: run.id, userId: run.userId, now: tx.world.now() })
  if (!finished || finished.state === 'running') return
  const skipped = finished.skipped.reduce((sum, entry) => sum + entry.count, 0)
  const text = runText(
    run.request.act,
    { stage: finished.state, changed: finished.changed, skipped, undoes: finished.undoes !== null },
    locale,
  )
  const type = finished.state === 'done' ? 'success' : 'error'
  const toast = { id: tx.world.id(), key: `contacts|${run.id}`, cleanQueue: true }
  notifyInApp(tx, { userId: run.userId }, { ...toast, type, ...text })
}

/** Returns the actor of a run with the member's current role and scope. */
function actorOf(run: ClaimedRun, member: RosterMember): Actor {
  const { memberId, role, firstname, lastname, locale } = member
  const scope = effectiveScope(member)
  return { kind: 'member', userId: run.userId, memberId, role, scope, sessionId: '', firstname, lastname, locale }
}
