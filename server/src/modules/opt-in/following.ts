import { consumeEvents } from '../../kernel/events/durable.ts'
import type { DomainEvent } from '../../kernel/events/define.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { FlowAnswered } from '../flows/index.ts'
import { complete } from './join.ts'
import { scopeOf } from './scope.ts'
import { lockReplied } from './store.ts'
import { pageById } from './views.ts'

/** The name of the cursor in the event log. */
const FOLLOWER = 'opt-in'
/** Events processed in one transaction. */
const STEP = 500

/** Joins people who replied, for the life of the process. */
export function startFollowing(kernel: Kernel): Running {
  return followQueue(kernel, {
    name: 'opt-in',
    wakeUp: 'events',
    pass: async () => (await followReplies(kernel)) === STEP,
  })
}

/** Joins the people whose replies are next in the log. Returns how many events were read. */
export async function followReplies(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('opt-in pages follow the replies to their questions in every organization')
  const answered: { orgId: string; flowId: string; contactIds: string[] }[] = []
  const read = await consumeEvents(
    system,
    { follower: FOLLOWER, most: STEP, now: kernel.world.now() },
    async (_db, events) => {
      answered.length = 0
      answered.push(...events.flatMap(answeredIn))
      // Joining again changes nothing, so it may happen before the position is stored, and again after a crash.
      for (const { orgId, flowId, contactIds } of answered) await joinReplied(kernel, { orgId, flowId, contactIds })
    },
  )
  return read
}

function answeredIn({ name, orgId, payload }: DomainEvent): { orgId: string; flowId: string; contactIds: string[] }[] {
  if (name !== FlowAnswered.name) return []
  const { flowId, contactIds } = payload as { flowId: string; contactIds: string[] }
  return contactIds.length > 0 ? [{ orgId, flowId, contactIds }] : []
}

async function joinReplied(
  kernel: Kernel,
  { orgId, flowId, contactIds }: { orgId: string; flowId: string; contactIds: string[] },
): Promise<void> {
  const { scope } = await scopeOf(kernel, orgId)
  await scope.tx(async (tx) => {
    for (const join of await lockReplied(tx, flowId, contactIds)) {
      const page = await pageById(tx.db, orgId, join.pageId)
      if (page) await complete(tx, page, { ...join, isProved: true })
    }
  })
}
