import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { dropBytes } from './keep.ts'
import {
  closeFile,
  closeFiles,
  closedOfOrg,
  closeUnclaimed,
  deleteExpiredLinks,
  recordRemoved,
  type ClosedFile,
} from './store/forgetting.ts'

/** How long unused uploads are kept, in ms: drafts may wait over a weekend. */
const UNUSED_MS = 7 * 24 * 3_600_000
/** Files removed per batch. */
const BATCH = 200

/**
 * Closes a file in the caller's transaction. Returns a function that removes its bytes, to be called after the commit;
 * if that fails, the nightly job removes them.
 */
export async function discardFile(tx: Tx, kernel: Kernel, id: string): Promise<() => Promise<void>> {
  const closed = await closeFile(tx, id)
  return async () => {
    if (closed) await remove(kernel, closed)
  }
}

/** Closes files in the caller's transaction. The nightly job removes their bytes. */
export async function discardFiles(tx: Tx, ids: string[]): Promise<void> {
  await closeFiles(tx, ids)
}

/** Deletes unused uploads, bytes of closed files and expired links. */
export async function deleteUnusedFiles(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('unused files of every organization are deleted')
  const now = kernel.world.now()
  await deleteExpiredLinks(system, now)
  for (;;) {
    const closed = await closeUnclaimed(system, new Date(now.getTime() - UNUSED_MS), BATCH)
    for (const file of closed) await remove(kernel, file)
    if (closed.length < BATCH) return
  }
}

/** Removes the bytes of up to so many closed files of an organization. Returns how many there were. */
export async function removeClosedFiles(kernel: Kernel, orgId: string, most: number): Promise<number> {
  const closed = await closedOfOrg(kernel.database.ofOrg(orgId), orgId, most)
  for (const file of closed) await remove(kernel, file)
  return closed.length
}

async function remove(kernel: Kernel, file: ClosedFile): Promise<void> {
  await dropBytes(kernel, file)
  await recordRemoved(kernel.database.asSystem('the content of a file is missing'), file)
}
