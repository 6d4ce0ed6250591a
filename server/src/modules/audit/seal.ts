import type { Kernel, Running } from '../../kernel/kernel.ts'
import { hashOf } from './compare.ts'
import { addLinks, lockChain } from './store.ts'
import { interruptedChains, unsealedEntries, unsealedOrganizations } from './views.ts'

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

/**
 * Adds what was written right before every process stopped, however long ago that was. The looks that follow go back
 * minutes only; until the nightly pass, a verification would call the links of these entries removed.
 */
async function sealAfterPause(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('audit entries from before a pause are sealed')
  for (const { orgId, since } of await interruptedChains(system, RECENT_MS))
    while (await sealSome(kernel, orgId, since));
}

/** Seals entries for the life of the process, first those from before its start. */
export function startSealing(kernel: Kernel): Running {
  let hasCaughtUp = false
  async function look(): Promise<void> {
    // Ids come from the clock of the machine that made them.
    if (hasCaughtUp) return sealEntries(kernel, new Date(kernel.world.machineNow().getTime() - RECENT_MS))
    await sealAfterPause(kernel)
    hasCaughtUp = true
  }
  let working: Promise<void> | undefined
  function work(): void {
    working ??= look()
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'audit: could not seal entries, trying again'))
      .finally(() => (working = undefined))
  }
  work()
  const timer = setInterval(work, POLL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}
