import type { Ring } from '../bell.ts'
import type { Kernel, Running } from '../kernel.ts'

/** How long waiting work may lie when its ring is lost, in ms. */
const POLL_MS = 1000

/**
 * Works a queue off as it fills, for the life of the process; `pass` does some of it and answers whether there may be more.
 * After looking at it the queue is left alone for `restMs`, for work that is cheaper in larger pieces and can wait that long.
 */
export function followQueue(
  kernel: Kernel,
  queue: { name: string; ring: Ring; pass: () => Promise<boolean>; restMs?: number },
): Running {
  let stopped = false
  let awake = true
  let wake: () => void = () => {}
  let endRest: () => void = () => {}
  const woken = () => {
    awake = true
    wake()
  }
  const unhear = kernel.bell.hear(queue.ring, woken)
  const poll = setInterval(woken, POLL_MS)
  const loop = async (): Promise<void> => {
    while (!stopped) {
      if (!awake) await new Promise<void>((resolve) => (wake = resolve))
      awake = false
      try {
        while (!stopped && (await queue.pass()));
      } catch (error) {
        if (!stopped) kernel.log.warn({ err: error }, `${queue.name}: could not be read, trying again`)
      }
      if (queue.restMs && !stopped) await new Promise<void>((done) => (endRest = resting(done, queue.restMs)))
    }
  }
  const running = loop()
  return {
    stop: async () => {
      stopped = true
      unhear()
      clearInterval(poll)
      woken()
      endRest()
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
