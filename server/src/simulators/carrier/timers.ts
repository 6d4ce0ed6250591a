export type Timers = {
  after: (ms: number, act: () => void) => () => void
  pause: (ms: number) => Promise<void>
  close: () => void
  isClosed: () => boolean
}

/** Creates timers that never keep the process alive and all stop together; `close` ends a pending pause at once. */
export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>()
  const pauses = new Set<() => void>()
  let isClosed = false

  const after = (ms: number, callback: () => void): (() => void) => {
    if (isClosed) return () => undefined
    const timer = setTimeout(() => {
      running.delete(timer)
      callback()
    }, ms).unref()
    running.add(timer)
    return () => {
      clearTimeout(timer)
      running.delete(timer)
    }
  }
  return {
    after,
    pause: (ms) =>
      new Promise((resolve) => {
        if (isClosed || ms <= 0) return resolve()
        const finish = (): void => {
          pauses.delete(finish)
          resolve()
        }
        pauses.add(finish)
        after(ms, finish)
      }),
    isClosed: () => isClosed,
    close: () => {
      isClosed = true
      for (const timer of running) clearTimeout(timer)
      running.clear()
      for (const finish of pauses) finish()
    },
  }
}
