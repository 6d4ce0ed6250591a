import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Tx } from '../../kernel/scope.ts'
import { callAttention, holdConversations, setSnooze, sleptUntil } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { told } from './acts.ts'
import { UnreadChanged } from './facts.ts'

/** Conversations woken in one step. */
const STEP = 500

/** Shows conversations again that were snoozed until now, and calls whoever snoozed them. */
export async function wakeDue(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('snoozed conversations of every organization wake')
  for (;;) {
    const due = await sleptUntil(system, kernel.world.now(), STEP)
    for (const [orgId, ofOrg] of Map.groupBy(due, (one) => one.orgId)) {
      const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
      const scope = makeScope(kernel, organization, { kind: 'system', reason: 'waking' }, `waking-${orgId.slice(0, 8)}`)
      await scope.tx((tx) =>
        wake(
          tx,
          ofOrg.map((one) => one.contactId),
        ),
      )
    }
    if (due.length < STEP) return
  }
}

async function wake(tx: Tx, contactIds: string[]): Promise<void> {
  const now = tx.world.now()
  const held = (await holdConversations(tx, contactIds)).filter((one) => one.snoozedUntil && one.snoozedUntil <= now)
  const ids = held.map((one) => one.contactId)
  await setSnooze(tx, ids, { until: null, by: null })
  await told(tx, ids, { what: 'woke', detail: null })
  for (const { contactId, snoozedBy } of held) {
    if (snoozedBy === null) continue
    await callAttention(tx, contactId, [snoozedBy], { reason: 'snoozed_due', messageId: null })
    tx.publish(UnreadChanged, { personId: snoozedBy, contactIds: [contactId] })
  }
}

/** Once a minute, so that a conversation shows at most a minute late. */
export const waking = defineCron({ name: 'inbox.wake-snoozed', at: '* * * * *', run: wakeDue })
