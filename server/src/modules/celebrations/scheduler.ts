import type { Kernel, Running } from '../../kernel/kernel.ts'
import { celebrateDue } from './celebrate.ts'
import { sendDueDigests } from './digest.ts'

/** How often the scheduler looks for celebrations whose time has come, in ms. */
const POLL_MS = 5_000
/** How long one that failed is left out, in ms: it must not keep others from being celebrated. */
const REST_MS = 60_000

/** Celebrates the people who are due and sends the emails about them, for the life of the process. */
export function startCelebrating(kernel: Kernel): Running {
  const resting = new Map<string, number>()
  let working: Promise<void> | undefined
  const look = async () => {
    await celebrate()
    try {
      while (await sendDueDigests(kernel));
    } catch (error) {
      kernel.log.warn({ err: error }, 'celebrations: could not look for emails that are due, trying again')
    }
  }
  const celebrate = async () => {
    try {
      for (;;) {
        for (const [id, untilMs] of resting) if (kernel.world.monotonicMs() >= untilMs) resting.delete(id)
        const { found, failed } = await celebrateDue(kernel, [...resting.keys()])
        for (const id of failed) resting.set(id, kernel.world.monotonicMs() + REST_MS)
        if (!found) return
      }
    } catch (error) {
      kernel.log.warn({ err: error }, 'celebrations: could not look for what is due, trying again')
    }
  }
  const timer = setInterval(() => {
    working ??= look().finally(() => (working = undefined))
  }, POLL_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}
