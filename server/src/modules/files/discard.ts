import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { dropBytes } from './keep.ts'
import { closeFile, closeUnclaimed, forgetLinks, noteGone, type Left } from './store/forgetting.ts'

/** Uploads that nothing carries are kept this long, in ms: drafts wait over a weekend. */
const UNUSED_MS = 7 * 24 * 3_600_000
/** Files removed in one go. */
const BATCH = 200

/**
 * Closes a file with the caller's transaction, and answers what removes its bytes: to be called after the commit. When that
 * never happens, or fails, the night does it.
 */
export async function discardFile(tx: Tx, kernel: Kernel, id: string): Promise<() => Promise<void>> {
  const left = await closeFile(tx, id)
  return async () => {
    if (left) await remove(kernel, left)
  }
}

/** Removes uploads nothing carried, bytes of closed files and links that are over. */
export async function forgetUnused(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('unused files of every organization are forgotten')
  const now = kernel.world.now()
  await forgetLinks(system, now)
  for (;;) {
    const left = await closeUnclaimed(system, new Date(now.getTime() - UNUSED_MS), BATCH)
    for (const one of left) await remove(kernel, one)
    if (left.length < BATCH) return
  }
}

async function remove(kernel: Kernel, left: Left): Promise<void> {
  await dropBytes(kernel, left)
  await noteGone(kernel.database.asSystem('the bytes of a file are gone'), left)
}
