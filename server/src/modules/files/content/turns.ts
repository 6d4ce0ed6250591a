/** Pictures made at the same time by one process: each may take a hundred megabytes and a core. */
const AT_ONCE = 2
/** Bytes that may wait for their turn in one process; who brings more is told to come back. */
const WAITING_BYTES = 64 * 1024 * 1024

let working = 0
let waitingBytes = 0
const waiting: (() => void)[] = []

/** Runs costly work on some bytes when it is its turn; answers undefined at once where too much waits already. */
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
    // The place goes to whoever waits longest, so that nobody who comes just now takes it.
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }
}
