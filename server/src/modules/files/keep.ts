import type { Kernel } from '../../kernel/kernel.ts'
import type { SafeFile } from './content/make-safe.ts'
import type { Kept } from './store/files.ts'
import { newKey, storageOf } from './storage/storage.ts'

/** Puts the bytes of a safe file into the storage; the row that names them comes after, so a crash in between only leaves bytes nobody knows. */
export async function keepBytes(kernel: Kernel, orgId: string, safe: SafeFile): Promise<Kept> {
  const storage = storageOf(kernel)
  const contentKey = newKey(kernel.world, orgId)
  await storage.put(contentKey, safe.content)
  if (!safe.thumb) return { contentKey, thumbKey: null }
  const thumbKey = newKey(kernel.world, orgId)
  await storage.put(thumbKey, safe.thumb)
  return { contentKey, thumbKey }
}

/** Removes the bytes of a file that is not kept after all. */
export async function dropBytes(kernel: Kernel, kept: Kept): Promise<void> {
  const storage = storageOf(kernel)
  await storage.remove(kept.contentKey)
  if (kept.thumbKey) await storage.remove(kept.thumbKey)
}
