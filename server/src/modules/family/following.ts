import { dealWithFacts } from '../../kernel/facts/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { FieldChanged } from '../fields/index.ts'
import { GroupEdited } from '../groups/index.ts'
import { handDown } from './hand-down.ts'
import { parentsWithShares } from './views.ts'

/** The name under which the place in the fact log is kept. */
const FOLLOWER = 'family'
/** Facts read at once. */
const STEP = 500
/** Changes are looked at so much later, in ms, and more of them at once. */
const REST_MS = 250
const CONCERNS = new Set([FieldChanged.name, GroupEdited.name])

/** Hands changes of groups and fields down as they happen, for the life of the process. */
export function startFollowing(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'family', ring: 'facts', pass: () => followFamily(kernel), restMs: REST_MS })
}

/** Deals with what changed since the last time; answers whether there may be more. */
export async function followFamily(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('changes of groups and fields of parents reach their children')
  const read = await dealWithFacts(
    system,
    { follower: FOLLOWER, most: STEP, now: kernel.world.now() },
    async (db, facts) => {
      const changed = new Set(facts.filter((fact) => CONCERNS.has(fact.name)).map((fact) => fact.orgId))
      if (changed.size === 0) return
      // What is handed down is read as it stands, so that doing it again after a crash does no harm.
      for (const parentId of await parentsWithShares(db))
        // oxlint-disable-next-line no-await-in-loop -- one family after the other
        if (changed.has(parentId)) await handDown(kernel, parentId)
    },
  )
  return read === STEP
}
