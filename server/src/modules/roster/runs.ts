import type { Locale } from '@crewline/contract/accounts'
import type { Permission } from '@crewline/contract/permissions'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { tellInApp } from '../../kernel/realtime/in-app.ts'
import { makeScope, type Actor, type Scope, type Tx } from '../../kernel/scope.ts'
import { groundOf } from '../contacts/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { takeStep } from './steps.ts'
import { endRun, runOf, takeRun, type TakenRun } from './store/runs.ts'
import { findMember, type RosterMember } from './views/members.ts'
import { runWords } from './words.ts'

/** A step that takes longer is taken for dead and done again, in ms. */
const STEP_MS = 60_000
/** Steps that fail in a row before an act is given up. */
const ATTEMPTS = 5

/** Works off acts on many workers, for the life of the process. */
export function startContactRuns(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'contact acts', ring: 'acts', pass: () => runContactActs(kernel) })
}

/** Does one step of the act that waits longest; answers whether there was one. */
export async function runContactActs(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('acts on many contacts of every organization go on')
  const now = kernel.world.now()
  const run = await takeRun(system, now, new Date(now.getTime() + STEP_MS))
  if (!run) return false
  const db = kernel.database.ofOrg(run.orgId)
  const { organization } = await organizationOf(db, run.orgId)
  const member = await findMember(db, run.personId)
  if (!member) {
    const product = makeScope(kernel, organization, { kind: 'system', reason: 'bulk' }, `contacts-${run.id}`)
    await product.tx((tx) => endRun(tx, run.id, 'stopped'))
    return true
  }
  await step(makeScope(kernel, organization, actorOf(run, member), `contacts-${run.id}`), run, member.locale)
  return true
}

async function step(scope: Scope, run: TakenRun, locale: Locale): Promise<void> {
  const { act } = run.request
  const needed: Permission = act.act === 'groups' ? 'groups.edit' : 'contacts.edit'
  const stops = run.attempts > ATTEMPTS || !scope.can(needed)
  const can = (permission: Permission) => scope.can(permission)
  await scope.tx(async (tx) => {
    if (stops) await endRun(tx, run.id, 'stopped')
    else if (await takeStep(tx, { id: run.id, request: run.request, ground: await groundOf(tx, scope), can }))
      return tx.ring('acts')
    return tellEnd(tx, run, locale)
  })
}

async function tellEnd(tx: Tx, run: TakenRun, locale: Locale): Promise<void> {
  const ended = await runOf(tx.db, { id: run.id, personId: run.personId, now: tx.world.now() })
  if (!ended || ended.state === 'running') return
  const skipped = ended.skipped.reduce((sum, one) => sum + one.count, 0)
  const words = runWords(
    run.request.act,
    { stage: ended.state, changed: ended.changed, skipped, undoes: ended.undoes !== null },
    locale,
  )
  const type = ended.state === 'done' ? 'success' : 'error'
  const toast = { id: tx.world.id(), key: `contacts|${run.id}`, cleanQueue: true }
  tellInApp(tx, { userId: run.personId }, { ...toast, type, ...words })
}

/** Whoever asked, as they stand now. */
function actorOf(run: TakenRun, member: RosterMember): Actor {
  const { memberId, role, firstname, lastname, locale } = member
  const scope = effectiveScope(member)
  return { kind: 'member', personId: run.personId, memberId, role, scope, sessionId: '', firstname, lastname, locale }
}
