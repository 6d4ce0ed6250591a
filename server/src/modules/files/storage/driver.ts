import type { Readable } from 'node:stream'

/** A byte range, inclusive. */
export interface Part {
  start: number
  end: number
}

/** File storage. Keys are generated, never derived from user input. */
export interface Storage {
  /** Stores bytes under a key. Resolves when they would survive a power failure. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Opens the bytes of a key, or a range of them. Throws `GoneError` when there are none. */
  open(key: string, part?: Part): Promise<Readable>
  /** Removes the bytes of a key, if any. */
  remove(key: string): Promise<void>
}

/** No bytes are stored under the key. */
export class FileMissingError extends Error {}
