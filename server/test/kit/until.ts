import { PATIENCE_MS } from './slow-database.ts'

type Pending<T> = T | undefined | null | false

/** Waits until something is truthy; rejects after 60 s, or later in the slow mode. */
export async function until<T>(check: () => Promise<Pending<T>> | Pending<T>): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  let pauseMs = 15
  for (;;) {
    const result = await check()
    if (result !== undefined && result !== null && result !== false) return result
    if (performance.now() > end) throw new Error(`the condition was not met within ${PATIENCE_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    // A long wait on a busy machine must not use up the calls that a user may make in a minute.
    pauseMs = Math.min(250, pauseMs * 1.15)
  }
}
