import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { Permits, type Carrier } from '../carriers/index.ts'
import type { Line } from '../lines/index.ts'
import type { Finished } from './outcome.ts'
import type { PacedRate, RateLimit } from './rules.ts'

/** The shared context of messages marked together. */
export interface Round {
  scope: Scope
  line: Line
  carrier: Carrier
  rateLimit: RateLimit | PacedRate
  /** Stores an outcome; rejects when it could not be stored. */
  record(finished: Finished): Promise<void>
  /** As many as messages may be handed over at once. */
  slots: Permits
  /** Both clocks just before the point of no return. */
  at: { wallMs: number; monotonicMs: number }
}

const turns = new WeakMap<Kernel, Permits>()

/**
 * Hands off a message that is about to get its last attempt, while nothing else of its line and no other suspect of this
 * process is in flight: it may be what ended the process before, and none of these must share the blame. What was true
 * before the turn may have changed when `handOff` runs.
 */
export async function handOffAlone(
  kernel: Kernel,
  handOff: () => Promise<void>,
  idle: () => Promise<void>,
): Promise<void> {
  const permits = turns.get(kernel) ?? new Permits(1)
  turns.set(kernel, permits)
  await idle()
  await permits.acquire()
  try {
    await handOff()
    await idle()
  } finally {
    permits.release(1)
  }
}
