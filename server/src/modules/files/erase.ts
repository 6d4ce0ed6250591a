import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { discardFile } from './discard.ts'
import { blankFiles } from './store/erasing.ts'

/**
 * Closes these files, with whatever else these messages carried, and forgets their names; answers what removes their bytes,
 * to be called after the commit. What was still to be fetched never is.
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
