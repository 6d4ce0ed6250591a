import type { Kernel } from '../../kernel/kernel.ts'
import type { StoredFile } from './rules.ts'
import { FileMissingError } from './storage/driver.ts'
import { storageOf } from './storage/storage.ts'
import { servedById } from './views.ts'

/** Returns a ready file with its bytes, or undefined when it is not ready or gone. */
export async function readFile(
  kernel: Kernel,
  orgId: string,
  id: string,
): Promise<{ file: StoredFile; bytes: Buffer } | undefined> {
  const served = await servedById(kernel.database.ofOrg(orgId), id)
  if (!served) return undefined
  const { contentKey, thumbKey: _thumbKey, ...file } = served
  const bytes = await readBytes(kernel, contentKey)
  return bytes && { file, bytes }
}

/** Returns the bytes of a key of the storage, or undefined when there are none. */
export async function readBytes(kernel: Kernel, key: string): Promise<Buffer | undefined> {
  try {
    const parts: Buffer[] = []
    for await (const part of await storageOf(kernel).open(key)) parts.push(part as Buffer)
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof FileMissingError) return undefined
    throw error
  }
}
