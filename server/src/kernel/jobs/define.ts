import type { Kernel } from '../kernel.ts'

/** Coarse, idempotent scheduled work. A repeated or slightly late run must be harmless. */
export interface Cron {
  /** `<module>.<verb>`. */
  name: string
  /** Five fields, in UTC. */
  at: string
  run(kernel: Kernel): Promise<void>
}

/** Declares scheduled work. */
export function defineCron(cron: Cron): Cron {
  return cron
}
