import type { Kernel } from '../../kernel/kernel.ts'
import { linksToPrune, pruneCodes, setPruned } from './store.ts'

/** An expired link says so for this long, in ms; afterward its codes are unknown. */
const SAYS_ENDED_MS = 30 * 24 * 3_600_000
/** Links per batch. */
const LINKS = 100
/** Codes deleted at once. */
const CODES = 5000

/** Deletes the codes of links that expired a month ago; the links keep their counts. */
export async function deleteExpiredCodes(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('expired short links of every organization are deleted')
  const now = kernel.world.now()
  const before = new Date(now.getTime() - SAYS_ENDED_MS)
  for (;;) {
    const links = await linksToPrune(system, before, LINKS)
    for (const link of links) {
      while ((await pruneCodes(system, link, CODES)) === CODES);
      await setPruned(system, link, now)
    }
    if (links.length < LINKS) return
  }
}
