import type { Kernel } from '../../../kernel/kernel.ts'
import type { World } from '../../../kernel/world.ts'
import type { Storage } from './driver.ts'
import { localFolder } from './local.ts'
import { bucket } from './s3.ts'

const opened = new WeakMap<Kernel, Storage>()

/** The storage of one process, as its settings say: a bucket, or the folder of the data directory. */
export function storageOf(kernel: Kernel): Storage {
  const known = opened.get(kernel)
  if (known) return known
  const { filesS3, dataDir } = kernel.config
  const made = filesS3 ? bucket(filesS3, kernel.world) : localFolder(dataDir)
  opened.set(kernel, made)
  return made
}

/** A new key: the organization first, so that its files can be found and moved together, then chance. */
export function newKey(world: World, orgId: string): string {
  return `${orgId}/${world.bytes(18).toString('hex')}`
}
