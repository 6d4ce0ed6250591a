import { RUN_KINDS } from '@crewline/contract/events'
import { BULK_AT_ONCE } from '@crewline/contract/limits'
import type { Kernel } from '../../kernel/kernel.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { defineRun, type RunMember } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { Tx } from '../../kernel/scope.ts'
import { perform } from './acts.ts'
import { notifyAssignee } from './notify-assignee.ts'
import { endRun, lockRun, moveRun, requestOfRun, type BulkRun } from './store/runs.ts'
import { idsMatching } from './views/list.ts'
import { bulkActionText, type BulkRunStatus } from './words.ts'

/** Bulk actions on more conversations than one request can change. */
export const conversationRun = defineRun({
  name: RUN_KINDS.conversations,
  table: 'bulk_run',
  maxAttempts: 5,
  permission: async ({ kernel, orgId, id }) => {
    const request = await requestOfRun(kernel.database.ofOrg(orgId), id)
    return request && (request.action.act === 'read' ? 'inbox.read' : 'inbox.reply')
  },
  step: async (tx, run) => {
    const held = await lockRun(tx, run.id)
    if (!held || !run.member) return 'end'
    const { filter, excludedIds, action, until } = held.request
    const ids = await idsMatching({ db: tx.db, userId: run.member.userId }, filter, {
      afterId: held.afterId,
      until: new Date(until),
      most: BULK_AT_ONCE,
    })
    const last = ids.at(-1)
    if (last === undefined) {
      await end(tx, run.member, held, 'done')
      return 'end'
    }
    const includedIds = ids.filter((id) => !excludedIds.includes(id))
    const changed = held.changed + (await perform(tx, includedIds, action)).length
    await moveRun(tx, run.id, { afterId: last, changed })
    return 'continue'
  },
  stop: async (tx, { id, member }) => {
    const held = await lockRun(tx, id)
    if (held && member) await end(tx, member, held, 'stopped')
    else await endRun(tx, id)
  },
})

async function end(tx: Tx, member: RunMember, { id, request, changed }: BulkRun, status: BulkRunStatus): Promise<void> {
  await endRun(tx, id)
  await notifyAssignee(tx, request.action, changed)
  notifyInApp(
    tx,
    { userId: member.userId },
    {
      id: tx.world.id(),
      key: `bulk|${id}`,
      cleanQueue: true,
      type: status === 'done' ? 'success' : 'error',
      ...bulkActionText(
        request.action,
        {
          status,
          changed,
        },
        member.locale,
      ),
    },
  )
}

/** Takes one step of a bulk action on conversations; returns whether there was one. */
export const runBulk = (kernel: Kernel): Promise<boolean> => takeRunStep(kernel, conversationRun)
