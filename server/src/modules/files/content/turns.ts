/** Concurrent pictures per process: each may take a hundred megabytes and a core. */
const AT_ONCE = 2
/** Maximum bytes waiting in one process; further requests are refused. */
const WAITING_BYTES = 64 * 1024 * 1024

let working = 0
let waitingBytes = 0
const waiting: (() => void)[] = []

/** Runs expensive work when a slot is free. Returns undefined immediately when too many bytes are waiting. */
export async function inTurn<T>(bytes: Buffer, work: (bytes: Buffer) => Promise<T>): Promise<T | undefined> {
  if (working >= AT_ONCE) {
    if (waitingBytes + bytes.length > WAITING_BYTES) return undefined
    waitingBytes += bytes.length
    await new Promise<void>((resolve) => waiting.push(resolve))
    waitingBytes -= bytes.length
  } else {
    working += 1
  }
  try {
    return await work(bytes)
  } finally {
    // The slot goes to the longest waiting task, so that a new one cannot take it.
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }
}
