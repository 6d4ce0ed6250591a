import { randomBytes, randomUUID } from 'node:crypto'
import { uptime } from 'node:os'

/** Time, ids and randomness as the product sees them; tests replace them. */
export interface World {
  /** The current time. In a running process it is that of the database, so that all processes agree. */
  now(): Date
  /** The clock of this machine, which may be wrong or step: only for comparing it with itself or with its files. */
  machineNow(): Date
  /** Milliseconds since this machine started; unlike monotonic ones they include the time it slept. */
  sinceBootMs(): number
  /** Whether a clock stepped and it is not known yet which time is right. Nothing that has a time is sent meanwhile. */
  isTimeInDoubt(): boolean
  /** Monotonic milliseconds, for measuring durations. */
  monotonicMs(): number
  /** A new uuid v7: later ids sort later, even within one millisecond of one process. */
  id(): string
  /** Cryptographically random bytes. */
  bytes(length: number): Buffer
  /** A random number from 0 to below 1, for jitter. */
  chance(): number
}

/** Creates the World with the real clock and randomness. */
export function realWorld(): World {
  const ids = idMaker(() => Date.now())
  return {
    now: () => new Date(),
    machineNow: () => new Date(),
    sinceBootMs: () => uptime() * 1_000,
    isTimeInDoubt: () => false,
    monotonicMs: () => performance.now(),
    id: ids,
    bytes: (length) => randomBytes(length),
    chance: () => Math.random(),
  }
}

/** Makes uuid v7 ids (RFC 9562) whose 12 bits after the time count up within a millisecond. */
export function idMaker(nowMs: () => number): () => string {
  let lastMs = -1
  let count = 0
  // Written once per millisecond, because every request takes an id.
  let start = ''
  const begin = (ms: number) => {
    lastMs = ms
    count = 0
    const time = ms.toString(16).padStart(12, '0')
    start = `${time.slice(0, 8)}-${time.slice(8)}-7`
  }
  return () => {
    const ms = nowMs()
    if (ms > lastMs) begin(ms)
    else if (count === 0xfff) begin(lastMs + 1)
    else count += 1
    return `${start}${count.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`
  }
}
