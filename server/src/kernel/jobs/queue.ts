import type { WakeUpChannel } from '../signals.ts'
import type { Kernel, Running } from '../kernel.ts'

/** Longest delay of waiting work when its wake-up is lost, in ms. */
const POLL_MS = 1000

/**
 * Works off a queue for the life of the process; `pass` does part of the work and returns whether there may be more.
 * After each pass the queue rests for `restMs`, for work that can wait and is cheaper in larger batches.
 */
export function followQueue(
  kernel: Kernel,
  queue: { name: string; wakeUp: WakeUpChannel; pass: () => Promise<boolean>; pauseMs?: number },
): Running {
  let stopped = false
  let isAwake = true
  let wake: () => void = () => {}
  let endPause: () => void = () => {}
  const wakeLoop = () => {
    isAwake = true
    wake()
  }
  const unsubscribe = kernel.signals.onWakeUp(queue.wakeUp, wakeLoop)
  const poll = setInterval(wakeLoop, POLL_MS)
  const loop = async (): Promise<void> => {
    while (!stopped) {
      if (!isAwake) await new Promise<void>((resolve) => (wake = resolve))
      isAwake = false
      try {
        while (!stopped && (await queue.pass()));
      } catch (error) {
        if (!stopped) kernel.log.warn({ err: error }, `${queue.name}: a pass failed, trying again`)
      }
      if (queue.pauseMs && !stopped) await new Promise<void>((done) => (endPause = resting(done, queue.pauseMs)))
    }
  }
  const running = loop()
  return {
    stop: async () => {
      stopped = true
      unsubscribe()
      clearInterval(poll)
      wakeLoop()
      endPause()
      await running
    },
  }
}

function resting(done: () => void, ms: number | undefined): () => void {
  const timer = setTimeout(done, ms)
  return () => {
    clearTimeout(timer)
    done()
  }
}
