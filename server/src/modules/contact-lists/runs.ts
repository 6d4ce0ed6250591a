import { RUN_KINDS } from '@crewline/contract/events'
import type { Permission } from '@crewline/contract/permissions'
import type { Kernel } from '../../kernel/kernel.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { defineRun, type RunMember } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { Tx } from '../../kernel/scope.ts'
import { groundOf } from '../contacts/index.ts'
import { takeStep } from './steps.ts'
import { endRun, requestOfRun, runOf, type Request } from './store/runs.ts'
import { runText } from './words.ts'

/** Bulk actions on more contacts than one request can change. */
export const contactRun = defineRun<Request | undefined>({
  name: RUN_KINDS.contacts,
  table: 'contact_run',
  maxAttempts: 5,
  permission: async ({ kernel, orgId, id }) => {
    const request = await requestOfRun(kernel.database.ofOrg(orgId), id)
    return request && (request.act.act === 'groups' ? 'groups.edit' : 'contacts.edit')
  },
  prepare: ({ kernel, orgId, id }) => requestOfRun(kernel.database.ofOrg(orgId), id),
  step: async (tx, { id, scope, member }, request) => {
    if (!request || !member) return 'end'
    const can = (permission: Permission) => scope.can(permission)
    if (await takeStep(tx, { id, request, ground: await groundOf(tx, scope), can })) return 'continue'
    await notifyEnd(tx, { id, member, request })
    return 'end'
  },
  stop: async (tx, { kernel, orgId, id, member }) => {
    const request = await requestOfRun(kernel.database.ofOrg(orgId), id)
    if (!request) return
    await endRun(tx, id, 'stopped')
    if (member) await notifyEnd(tx, { id, member, request })
  },
})

/** Takes one step of a bulk action on contacts; returns whether there was one. */
export const runContactActions = (kernel: Kernel): Promise<boolean> => takeRunStep(kernel, contactRun)

async function notifyEnd(
  tx: Tx,
  { id, member, request }: { id: string; member: RunMember; request: Request },
): Promise<void> {
  const finished = await runOf(tx.db, { id, userId: member.userId, now: tx.world.now() })
  if (!finished || finished.state === 'running') return
  const skipped = finished.skipped.reduce((sum, entry) => sum + entry.count, 0)
  const text = runText(
    request.act,
    { state: finished.state, changed: finished.changed, skipped, undoes: finished.undoes !== null },
    member.locale,
  )
  const type = finished.state === 'done' ? 'success' : 'error'
  const toast = { id: tx.world.id(), key: `contacts|${id}`, cleanQueue: true }
  notifyInApp(tx, { userId: member.userId }, { ...toast, type, ...text })
}
