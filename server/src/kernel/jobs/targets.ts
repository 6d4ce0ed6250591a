import type { Kernel, Running } from '../kernel.ts'
import type { WakeUpChannel } from '../signals.ts'
import { followQueue } from './queue.ts'

export interface Targets {
  /** What the work is, for the log. */
  name: string
  wakeUp: WakeUpChannel
  /** Targets that one process works for at the same time. */
  most: number
  /** Lists targets that have something due, except these. */
  due: (asked: { now: Date; exceptIds: string[]; most: number }) => Promise<string[]>
  /** Does what is due for one target, until it is done or the process stops. */
  work: (id: string, isStopped: () => boolean) => Promise<void>
}

/**
 * Works for addresses of other services for the life of the process, several at a time. A slow one holds up only its own
 * work; one that fails is tried again.
 */
export function followTargets(kernel: Kernel, targets: Targets): Running {
  const { name, wakeUp, most, due, work } = targets
  const busy = new Map<string, Promise<void>>()
  let stopped = false
  const queue = followQueue(kernel, {
    name,
    wakeUp,
    pass: async () => {
      const free = most - busy.size
      if (free <= 0) return false
      const ids = await due({ now: kernel.world.now(), exceptIds: [...busy.keys()], most: free })
      for (const id of ids)
        busy.set(
          id,
          work(id, () => stopped)
            .catch((error: unknown) => kernel.log.warn({ err: error }, `${targets.name}: one failed, trying again`))
            .finally(() => busy.delete(id)),
        )
      return false
    },
  })
  return {
    stop: async () => {
      stopped = true
      await queue.stop()
      await Promise.all(busy.values())
    },
  }
}
