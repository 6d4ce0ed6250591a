import type { Kernel } from '../../../kernel/kernel.ts'
import type { World } from '../../../kernel/world.ts'
import type { Storage } from './driver.ts'
import { localFolder } from './local.ts'
import { bucket } from './s3.ts'

const opened = new WeakMap<Kernel, Storage>()

/** Returns the configured storage of this process: a bucket, or the folder of the data directory. */
export function storageOf(kernel: Kernel): Storage {
  const existing = opened.get(kernel)
  if (existing) return existing
  const { filesS3, dataDir } = kernel.config
  const made = filesS3 ? bucket(filesS3) : localFolder(dataDir)
  opened.set(kernel, made)
  return made
}

/** Creates a random key prefixed with the organization, so that its files can be found and moved together. */
export function newKey(world: World, orgId: string): string {
  return `${orgId}/${world.bytes(18).toString('hex')}`
}
