import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { readBytes } from './read-file.ts'
import { storeCopy } from './upload.ts'
import { servedById } from './views.ts'

/**
 * Copies files that the member may open, each with bytes of its own, because a file belongs to one owner. Like uploads,
 * the copies are unclaimed until `attachable` claims them. Returns their ids in the given order, without files that are
 * gone. Fails with `too_many` when there is no space for them, and with `unavailable` when the storage does not answer.
 */
export async function copyFiles(scope: Scope, kernel: Kernel, ids: readonly string[]): Promise<string[]> {
  const copies: string[] = []
  for (const id of ids) {
    const served = await servedById(scope.db, id)
    if (!served) continue
    const { contentKey, thumbKey, ...original } = served
    const [content, thumb] = await Promise.all([
      readBytes(kernel, contentKey),
      thumbKey === null ? undefined : readBytes(kernel, thumbKey),
    ]).catch((cause: unknown) => fail('unavailable', { internal: 'the storage did not return a file', cause }))
    if (content) copies.push(await storeCopy(scope, kernel, original, { content, thumb: thumb ?? null }))
  }
  return copies
}
