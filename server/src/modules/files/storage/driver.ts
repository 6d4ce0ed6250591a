import type { Readable } from 'node:stream'

/** A part of a file, both ends included, in bytes. */
export interface Part {
  start: number
  end: number
}

/** Where bytes lie. Keys are ours, never made of what people wrote. */
export interface Storage {
  /** Keeps bytes under a key; answers when they would outlive a power cut. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Opens what lies under a key, or a part of it; throws `GoneError` where nothing lies. */
  open(key: string, part?: Part): Promise<Readable>
  /** Removes what lies under a key, if anything does. */
  remove(key: string): Promise<void>
}

/** Nothing lies under a key. */
export class GoneError extends Error {}
