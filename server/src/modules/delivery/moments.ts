import type { Kernel } from '../../kernel/kernel.ts'
import type { Round } from './suspects.ts'
import { Turns } from './turns.ts'

/** The moments at which the texts of one line are written, where several are marked ahead. */
export class Moments {
  private readonly kernel: Kernel
  private readonly turns = new Turns()

  constructor(kernel: Kernel) {
    this.kernel = kernel
  }

  /** Waits for a connection at the moment of the next text, in turn, so that no second gets more than the line may send. */
  take({ carrier, rateLimit }: Round): Promise<void> {
    return this.turns.take('', async () => {
      for (;;) {
        await carrier.permits.acquire()
        const waitMs = rateLimit.untilNextMs(this.kernel.world.monotonicMs())
        if (waitMs <= 0) return
        carrier.permits.release(1)
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    })
  }
}
