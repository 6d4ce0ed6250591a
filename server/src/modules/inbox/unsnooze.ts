import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Tx } from '../../kernel/scope.ts'
import { callAttention, lockConversations, setSnooze, listEndedSnoozes } from '../conversations/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { addThreadEvents } from './acts.ts'
import { UnreadChanged } from './events.ts'

/** Conversations processed in one step. */
const STEP = 500

/** Ends the snoozes that are due and notifies the members who set them. */
export async function wakeDue(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('snoozes of every organization end')
  for (;;) {
    const due = await listEndedSnoozes(system, kernel.world.now(), STEP)
    for (const [orgId, ofOrg] of Map.groupBy(due, (conversation) => conversation.orgId)) {
      const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
      const scope = makeScope(kernel, organization, { kind: 'system', reason: 'waking' }, `waking-${orgId.slice(0, 8)}`)
      await scope.tx((tx) =>
        wake(
          tx,
          ofOrg.map((conversation) => conversation.contactId),
        ),
      )
    }
    if (due.length < STEP) return
  }
}

async function wake(tx: Tx, contactIds: string[]): Promise<void> {
  const now = tx.world.now()
  const held = (await lockConversations(tx, contactIds)).filter(
    (conversation) => conversation.snoozedUntil && conversation.snoozedUntil <= now,
  )
  const ids = held.map((conversation) => conversation.contactId)
  await setSnooze(tx, ids, { until: null, by: null })
  await addThreadEvents(tx, ids, { what: 'woke', detail: null })
  for (const { contactId, snoozedBy } of held) {
    if (snoozedBy === null) continue
    await callAttention(tx, contactId, [snoozedBy], { reason: 'snoozed_due', messageId: null })
    tx.publish(UnreadChanged, { userId: snoozedBy, contactIds: [contactId] })
  }
}

/** Runs every minute, so that a conversation reappears at most a minute late. */
export const waking = defineCron({ name: 'inbox.wake-snoozed', at: '* * * * *', run: wakeDue })
