import type { Readable } from 'node:stream'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Part } from './storage/driver.ts'
import { newKey, storageOf } from './storage/storage.ts'

/** Stores bytes that are no file of a message, such as a part of an export. Returns their key; the caller removes them. */
export async function storeBlob(kernel: Kernel, orgId: string, bytes: Buffer): Promise<string> {
  const key = newKey(kernel.world, orgId)
  await storageOf(kernel).put(key, bytes)
  return key
}

/** Opens a part of such bytes. */
export function openBlob(kernel: Kernel, key: string, part: Part): Promise<Readable> {
  return storageOf(kernel).open(key, part)
}

/** Removes such bytes, if they exist. */
export function removeBlob(kernel: Kernel, key: string): Promise<void> {
  return storageOf(kernel).remove(key)
}
