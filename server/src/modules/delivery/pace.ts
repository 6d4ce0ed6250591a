import type { Kernel } from '../../kernel/kernel.ts'
import type { SendOutcome } from '../carriers/index.ts'
import { isLineRefused } from './outcome.ts'
import { backoffMs, type PacedRate, type RateLimit } from './rules.ts'

/** This many unclear outcomes in a row mean a problem with the carrier, not with a message. */
const UNCLEAR_IN_A_ROW = 5

/** When a line may submit again, as its carrier answers. */
export class Pace {
  private readonly kernel: Kernel
  private pausedUntil = 0
  private failuresInARow = 0
  private unclearInARow = 0

  constructor(kernel: Kernel) {
    this.kernel = kernel
  }

  /** How long nothing is submitted, in ms; zero when messages may leave. */
  get pauseMs(): number {
    return Math.max(0, this.pausedUntil - this.kernel.world.monotonicMs())
  }

  /** Whether the last submission failed: one message at a time then tests whether the carrier has recovered. */
  get isProbing(): boolean {
    return this.failuresInARow > 0
  }

  /** Slows down, pauses or goes on after an outcome. */
  learn(outcome: SendOutcome, rateLimit: RateLimit | PacedRate): void {
    // The line is about to be paused: what is marked and not yet submitted returns to the queue.
    if (isLineRefused(outcome)) return this.pause(null)
    if (outcome.kind === 'accepted' || outcome.kind === 'refused') {
      this.failuresInARow = 0
      this.unclearInARow = 0
      rateLimit.faster()
      return
    }
    if (outcome.kind === 'unknown') {
      this.unclearInARow += 1
      // A single unclear answer concerns one message. A series of them would use up the attempts of every queued
      // message.
      if (this.unclearInARow >= UNCLEAR_IN_A_ROW) this.pause(null)
      return
    }
    if (outcome.why === 'busy') rateLimit.slower()
    if (outcome.retryAfterMs !== 0) this.pause(outcome.retryAfterMs)
  }

  /** Messages marked but not yet submitted return to the queue. */
  private pause(forMs: number | null): void {
    const now = this.kernel.world.monotonicMs()
    if (now >= this.pausedUntil) this.failuresInARow += 1
    const until = now + (forMs ?? backoffMs(this.failuresInARow, this.kernel.world.chance()))
    this.pausedUntil = Math.max(this.pausedUntil, until)
  }
}
