import { dealWithFacts, holdFollower } from '../../kernel/facts/durable.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { MessagesHandedOff } from '../messages/index.ts'
import { addHandedOff, everyOrganization, isUncounted, recountMonths } from './store.ts'

/** The name under which the place in the fact log is kept. */
const FOLLOWER = 'usage'

/** Facts dealt with in one transaction. */
const STEP = 500
/** New facts are looked for at most this often, in ms; answers are remembered for longer anyway. */
const PACE_MS = 500
/** A lost ring costs at most this many paces. */
const PACES_BETWEEN_LOOKS = 10

/**
 * Counts what was handed over since the last time, once: counters and place in the log commit together, so processes
 * that count at the same moment, or die in between, change nothing. Answers how many facts were read.
 */
export async function countHandedOff(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('usage counts the texts of every organization')
  const following = { follower: FOLLOWER, most: STEP, now: kernel.world.now() }
  return dealWithFacts(system, following, async (db, facts) => {
    const handedOff = facts.filter((fact) => fact.name === MessagesHandedOff.name)
    for (const [orgId, told] of Map.groupBy(handedOff, (fact) => fact.orgId)) {
      const ids = told.flatMap((fact) => (fact.payload as { ids: string[] }).ids)
      // A text that was tried again is told, and paid for, each time a carrier took it.
      const timesOf = Map.groupBy(
        Map.groupBy(ids, (id) => id),
        ([, same]) => same.length,
      )
      for (const [times, some] of timesOf)
        await addHandedOff(
          db,
          orgId,
          some.map(([id]) => id),
          times,
        )
    }
  })
}

/** Sets the counters of this month and the last to what the messages say; answers the counters that were wrong. */
export async function recount(kernel: Kernel): Promise<{ orgId: string; months: string[] }[]> {
  const system = kernel.database.asSystem('the counters of every organization are compared with its messages')
  const wrong: { orgId: string; months: string[] }[] = []
  const now = kernel.world.now()
  for (const orgId of await everyOrganization(system)) {
    const months = await system.transaction().execute(async (db) => {
      const place = await holdFollower(db, FOLLOWER)
      return recountMonths(db, { orgId, place, now })
    })
    if (months.length > 0) wrong.push({ orgId, months })
  }
  return wrong
}

/** Counts for as long as the process lives, beginning with what was there before anything was ever counted. */
export async function startCounting(kernel: Kernel): Promise<Running> {
  const system = kernel.database.asSystem('usage looks whether it ever counted')
  if (await isUncounted(system)) await recount(kernel)
  let awake = true
  let paces = 0
  let counting: Promise<void> | undefined
  const unhear = kernel.bell.hear('facts', () => (awake = true))
  const count = async (): Promise<void> => {
    awake = false
    paces = 0
    try {
      while ((await countHandedOff(kernel)) === STEP);
    } catch (error) {
      awake = true
      kernel.log.warn({ err: (error as Error).message }, 'usage: could not count, trying again')
    }
  }
  const timer = setInterval(() => {
    paces += 1
    if (!awake && paces < PACES_BETWEEN_LOOKS) return
    counting ??= count().finally(() => (counting = undefined))
  }, PACE_MS)
  return {
    stop: async () => {
      unhear()
      clearInterval(timer)
      await counting
    },
  }
}
