import type { World } from '../world.ts'

/** The clock of a machine is set more often than it steps: up to this difference it is followed at once, in ms. */
const DRIFT_MS = 1_000

/** A reading of the database's clock, and the followed time just before it was asked for and just after it arrived. */
export interface Reading {
  databaseMs: number
  beforeMs: number
  afterMs: number
}

/**
 * A time that follows the clock of the database between readings. It passes as the monotonic clock does, so that a step
 * of the machine's clock does not change it; the time a machine slept is added.
 */
export class FollowedTime {
  private readonly machine: Pick<World, 'machineNow' | 'monotonicMs' | 'sinceBootMs'>
  private anchor: { machineMs: number; monotonicMs: number; bootMs: number }
  private offsetMs = 0

  constructor(machine: Pick<World, 'machineNow' | 'monotonicMs' | 'sinceBootMs'>) {
    this.machine = machine
    this.anchor = this.readMachine()
  }

  /** The followed time, in ms since 1970. */
  nowMs(): number {
    const machineMs = this.machine.machineNow().getTime()
    const expectedMs = this.anchor.machineMs + this.machine.monotonicMs() - this.anchor.monotonicMs
    if (Math.abs(machineMs - expectedMs) <= DRIFT_MS) return machineMs + this.offsetMs
    return Math.round(expectedMs + this.sleptMs()) + this.offsetMs
  }

  /** How far the database's clock is ahead, in ms: the smallest difference that explains a reading. */
  differenceTo({ databaseMs, beforeMs, afterMs }: Reading): number {
    if (databaseMs < beforeMs) return databaseMs - beforeMs
    // The clocks count in whole milliseconds.
    return Math.max(0, databaseMs - (afterMs + 1))
  }

  /** Moves the followed time. */
  move(ms: number): void {
    this.offsetMs += ms
  }

  /** Continues from the machine's present clock, which may have stepped; the followed time does not change. */
  reanchor(): void {
    const now = this.nowMs()
    this.anchor = this.readMachine()
    if (Math.abs(now - this.anchor.machineMs - this.offsetMs) > DRIFT_MS) this.offsetMs = now - this.anchor.machineMs
  }

  /** How far the machine's clock is ahead of the followed time, in ms, as of the last anchor. */
  machineAheadMs(): number {
    return 0 - this.offsetMs
  }

  private sleptMs(): number {
    const awakeMs = this.machine.monotonicMs() - this.anchor.monotonicMs
    const sleptMs = this.machine.sinceBootMs() - this.anchor.bootMs - awakeMs
    return sleptMs > DRIFT_MS ? sleptMs : 0
  }

  private readMachine() {
    return {
      machineMs: this.machine.machineNow().getTime(),
      monotonicMs: this.machine.monotonicMs(),
      bootMs: this.machine.sinceBootMs(),
    }
  }
}
