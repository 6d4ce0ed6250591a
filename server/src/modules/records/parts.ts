import { createHash } from 'node:crypto'
import type { Kernel } from '../../kernel/kernel.ts'
import { removeBlob, storeBlob } from '../files/index.ts'
import type { RecordFile } from './store.ts'

/** Files on their way to the storage. */
export interface Parts {
  /** Files that are stored; after `flush`, all of them. */
  readonly files: RecordFile[]
  /** Number of files added so far. */
  readonly count: number
  /** Bytes added so far. */
  readonly bytes: number
  /** Adds a file, and stores what has been collected once it is enough for one object. */
  add(path: string, content: Buffer): Promise<void>
  /** Stores what is left. */
  flush(): Promise<void>
  /** Removes everything stored so far. */
  remove(): Promise<void>
}

/**
 * Collects files for the storage, several in one object. Holds about `partBytes` in memory and at most one file more, however
 * many are added.
 */
export function collectParts(kernel: Kernel, orgId: string, partBytes: number): Parts {
  const files: RecordFile[] = []
  const keys: string[] = []
  let waiting: { file: Omit<RecordFile, 'storageKey'>; content: Buffer }[] = []
  let waitingBytes = 0
  let bytes = 0
  const flush = async () => {
    if (waiting.length === 0) return
    const storageKey = await storeBlob(kernel, orgId, Buffer.concat(waiting.map(({ content }) => content)))
    keys.push(storageKey)
    files.push(...waiting.map(({ file }) => ({ ...file, storageKey })))
    waiting = []
    waitingBytes = 0
  }
  return {
    files,
    get count() {
      return files.length + waiting.length
    },
    get bytes() {
      return bytes
    },
    add: async (path, content) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      waiting.push({ file: { path, bytes: content.length, sha256, startsAt: waitingBytes }, content })
      waitingBytes += content.length
      bytes += content.length
      if (waitingBytes >= partBytes) await flush()
    },
    flush,
    remove: async () => {
      await Promise.all(keys.map((key) => removeBlob(kernel, key)))
    },
  }
}
