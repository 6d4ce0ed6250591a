import type { Kernel } from '../kernel.ts'

/** Coarse, idempotent work by the clock. Doing it twice or a little late must be harmless. */
export interface Cron {
  /** `<room>.<verb>`. */
  name: string
  /** Five fields, in UTC. */
  at: string
  run(kernel: Kernel): Promise<void>
}

/** Declares work by the clock. */
export function defineCron(cron: Cron): Cron {
  return cron
}
