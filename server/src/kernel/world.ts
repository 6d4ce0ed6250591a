import { randomBytes, randomUUID } from 'node:crypto'

/** The outside as the product sees it: time, ids and chance. Tests put their own in its place. */
export interface World {
  /** The moment now. */
  now(): Date
  /** Milliseconds that never jump, for measuring waits. */
  monotonicMs(): number
  /** A new uuid v7: ids made later sort later, also within one millisecond of one process. */
  id(): string
  /** Unguessable bytes. */
  bytes(length: number): Buffer
  /** A number from 0 to below 1, for jitter. */
  chance(): number
}

/** The real world. */
export function realWorld(): World {
  const ids = idMaker(() => Date.now())
  return {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    id: ids,
    bytes: (length) => randomBytes(length),
    chance: () => Math.random(),
  }
}

/** Makes uuid v7 (RFC 9562) whose 12 bits after the time count up within a millisecond. */
export function idMaker(nowMs: () => number): () => string {
  let lastMs = 0
  let count = 0
  return () => {
    const ms = nowMs()
    if (ms > lastMs) {
      lastMs = ms
      count = 0
    } else {
      count += 1
      if (count > 0xfff) {
        lastMs += 1
        count = 0
      }
    }
    const time = lastMs.toString(16).padStart(12, '0')
    const tail = randomUUID().slice(19)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${tail}`
  }
}
