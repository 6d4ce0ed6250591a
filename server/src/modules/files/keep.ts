import type { Kernel } from '../../kernel/kernel.ts'
import type { SafeFile } from './content/make-safe.ts'
import type { FileLocation } from './store/files.ts'
import { newKey, storageOf } from './storage/storage.ts'

/** Stores the bytes of a safe file. The row is written afterwards, so a crash in between leaves only orphaned bytes. */
export async function keepBytes(kernel: Kernel, orgId: string, safe: SafeFile): Promise<FileLocation> {
  const storage = storageOf(kernel)
  const contentKey = newKey(kernel.world, orgId)
  await storage.put(contentKey, safe.content)
  if (!safe.thumb) return { contentKey, thumbKey: null }
  const thumbKey = newKey(kernel.world, orgId)
  await storage.put(thumbKey, safe.thumb)
  return { contentKey, thumbKey }
}

/** Removes the bytes of a file that is not kept. */
export async function dropBytes(kernel: Kernel, location: FileLocation): Promise<void> {
  const storage = storageOf(kernel)
  await storage.remove(location.contentKey)
  if (location.thumbKey) await storage.remove(location.thumbKey)
}
