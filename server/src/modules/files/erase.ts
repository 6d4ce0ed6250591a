import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { discardFile } from './discard.ts'
import { blankFiles } from './store/erasing.ts'

/**
 * Closes these files and all others of these messages, and erases their names. Returns a function that removes their
 * bytes, to be called after the commit. Pending files are never fetched.
 */
export async function eraseFiles(
  tx: Tx,
  kernel: Kernel,
  { fileIds, messageIds }: { fileIds: string[]; messageIds: string[] },
): Promise<() => Promise<void>> {
  const removals: (() => Promise<void>)[] = []
  for (const id of await blankFiles(tx, fileIds, messageIds)) removals.push(await discardFile(tx, kernel, id))
  return async () => {
    for (const remove of removals) await remove()
  }
}
