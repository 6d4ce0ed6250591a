import type { Kernel, Running } from '../../kernel/kernel.ts'
import { hashOf } from './compare.ts'
import { addLinks, lockChain } from './store.ts'
import { unsealedEntries, unsealedOrganizations } from './views.ts'

/** How often new entries are looked for, in ms. */
const POLL_MS = 5_000
/** How far back each look goes, in ms; a nightly pass finds entries that were committed later than that. */
const RECENT_MS = 15 * 60_000
/** Entries that one transaction adds to a chain. */
const STEP = 500

/**
 * Adds every committed entry since a moment to the chain of its organization. No writer waits for that: the chain has
 * the order in which entries are found, and a late commit comes later. Safe in several processes.
 */
export async function sealEntries(kernel: Kernel, since: Date): Promise<void> {
  const system = kernel.database.asSystem('audit entries of every organization are sealed')
  for (const orgId of await unsealedOrganizations(system, since)) while (await sealSome(kernel, orgId, since));
}

/** Adds some entries to the chain of an organization; returns whether there may be more. */
function sealSome(kernel: Kernel, orgId: string, since: Date): Promise<boolean> {
  const { database, world, encryption } = kernel
  const system = database.asSystem('the audit entries of one organization are sealed')
  return system.transaction().execute(async (tx) => {
    const end = await lockChain(tx, orgId)
    const entries = await unsealedEntries(tx, orgId, { since, most: STEP })
    let before = end.hash
    const links = entries.map(({ id: entryId, mark }, nth) => {
      const seq = end.seq + nth + 1
      before = hashOf((place, text) => encryption.fingerprint(place, text), { orgId, seq, entryId, mark, before })
      return { seq, entryId, hash: before }
    })
    if (links.length > 0) await addLinks(tx, orgId, { links, now: world.now() })
    return links.length === STEP
  })
}

/** Seals new entries for the life of the process. */
export function startSealing(kernel: Kernel): Running {
  let working: Promise<void> | undefined
  const timer = setInterval(() => {
    // Ids come from the clock of the machine that made them.
    const since = new Date(kernel.world.machineNow().getTime() - RECENT_MS)
    working ??= sealEntries(kernel, since)
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'audit: could not seal entries, trying again'))
      .finally(() => (working = undefined))
  }, POLL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}
