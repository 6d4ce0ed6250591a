import { consumeEvents, lockFollower } from '../../kernel/events/durable.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { MessagesHandedOff } from '../messages/index.ts'
import { OrganizationChanged } from '../organizations/index.ts'
import { addHandedOff, everyOrganization, isUncounted, recountMonths } from './store.ts'

/** The name of the cursor in the event log. */
const FOLLOWER = 'usage'

/** Events processed in one transaction. */
const STEP = 500
/** The minimum interval between reads of new events, in ms; answers are cached for longer anyway. */
const INTERVAL_MS = 500
/** A lost wake-up signal delays counting by at most this many intervals. */
const INTERVALS_BETWEEN_CHECKS = 10

/**
 * Counts new hand-offs exactly once: counters and cursor commit together, so concurrent or crashing processes change
 * nothing. Returns the number of events read.
 */
export async function countHandedOff(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('usage counts the messages of every organization')
  const following = { follower: FOLLOWER, most: STEP, now: kernel.world.now() }
  const movedOrgIds = new Set<string>()
  const read = await consumeEvents(system, following, async (db, events) => {
    for (const { name, orgId, payload } of events)
      if (name === OrganizationChanged.name && (payload as { fields: string[] }).fields.includes('timezone'))
        movedOrgIds.add(orgId)
    const handedOff = events.filter((event) => event.name === MessagesHandedOff.name)
    for (const [orgId, orgEvents] of Map.groupBy(handedOff, (event) => event.orgId)) {
      const ids = orgEvents.flatMap((event) => (event.payload as { ids: string[] }).ids)
      // A retried message is reported, and billed, each time a carrier takes it.
      const timesOf = Map.groupBy(
        Map.groupBy(ids, (id) => id),
        ([, same]) => same.length,
      )
      for (const [times, groups] of timesOf)
        await addHandedOff(
          db,
          orgId,
          groups.map(([id]) => id),
          times,
        )
    }
  })
  // In another time zone, months begin at another moment. The nightly recount makes up for a process that ends here.
  for (const orgId of movedOrgIds) await recountOrganization(kernel, orgId)
  return read
}

/** Sets the counters of this and the last month to the sums of the messages. Returns the counters that were wrong. */
export async function recount(kernel: Kernel): Promise<{ orgId: string; months: string[] }[]> {
  const system = kernel.database.asSystem('the counters of every organization are compared with its messages')
  const corrected: { orgId: string; months: string[] }[] = []
  for (const orgId of await everyOrganization(system)) {
    const months = await recountOrganization(kernel, orgId)
    if (months.length > 0) corrected.push({ orgId, months })
  }
  return corrected
}

async function recountOrganization(kernel: Kernel, orgId: string): Promise<string[]> {
  const system = kernel.database.asSystem('the counters of an organization are compared with its messages')
  const now = kernel.world.now()
  return system.transaction().execute(async (db) => {
    const position = await lockFollower(db, FOLLOWER)
    return recountMonths(db, { orgId, position, now })
  })
}

/**
 * Counts for the life of the process. When nothing was ever counted, it starts with a recount of the existing messages.
 */
export async function startCounting(kernel: Kernel): Promise<Running> {
  const system = kernel.database.asSystem('usage checks whether it has ever counted')
  if (await isUncounted(system)) await recount(kernel)
  let hasNewEvents = true
  let paces = 0
  let counting: Promise<void> | undefined
  const unsubscribe = kernel.signals.onWakeUp('events', () => (hasNewEvents = true))
  const count = async (): Promise<void> => {
    hasNewEvents = false
    paces = 0
    try {
      while ((await countHandedOff(kernel)) === STEP);
    } catch (error) {
      hasNewEvents = true
      kernel.log.warn({ err: (error as Error).message }, 'usage: the messages could not be counted, trying again')
    }
  }
  const timer = setInterval(() => {
    paces += 1
    if (!hasNewEvents && paces < INTERVALS_BETWEEN_CHECKS) return
    counting ??= count().finally(() => (counting = undefined))
  }, INTERVAL_MS)
  return {
    stop: async () => {
      unsubscribe()
      clearInterval(timer)
      await counting
    },
  }
}
