import type { Kernel } from '../../kernel/kernel.ts'
import { lineById, type Line } from '../lines/index.ts'

/** How long a line is cached between calls, in ms. */
const REMEMBER_MS = 60_000
/** A line is read again because of a wrong signature at most this often, in ms. */
const RENEW_MS = 5_000
/** Maximum number of cached lines. */
const MOST_LINES = 10_000

/** The database did not answer. The webhook fails, so that the carrier retries it. */
export class LineUnavailable extends Error {}

/** The lines that were called, cached so that forged calls cost neither a query nor a log line each. */
export class CalledLines {
  private readonly kernel: Kernel
  private readonly cached = new Map<string, { line: Line; readAtMs: number }>()
  private readonly refused = new Map<string, number>()

  constructor(kernel: Kernel) {
    this.kernel = kernel
  }

  /** Returns a line that may have changed in the last minute: good enough to refuse a call, not to accept it. */
  async find(id: string): Promise<Line | undefined> {
    const cached = this.cached.get(id)
    return cached && this.ageMs(cached) < REMEMBER_MS ? cached.line : this.read(id)
  }

  /** Reads a line again whose credentials may have changed; undefined when it was read a moment ago. */
  async renew(id: string): Promise<Line | undefined> {
    const cached = this.cached.get(id)
    return cached && this.ageMs(cached) < RENEW_MS ? undefined : this.read(id)
  }

  /** Counts a refused call of a line and returns how many there were. */
  countRefused(id: string): number {
    const count = (this.refused.get(id) ?? 0) + 1
    this.refused.set(id, count)
    return count
  }

  private ageMs({ readAtMs }: { readAtMs: number }): number {
    return this.kernel.world.monotonicMs() - readAtMs
  }

  /** Returns a line as it is now. */
  async read(id: string): Promise<Line | undefined> {
    const system = this.kernel.database.asSystem('a webhook names a line, which identifies the organization')
    const line = await lineById(system, this.kernel.encryption, id).catch((cause: unknown) => {
      throw new LineUnavailable('the line of a call could not be looked up', { cause })
    })
    this.cached.delete(id)
    if (this.cached.size >= MOST_LINES) this.cached.clear()
    if (line) this.cached.set(id, { line, readAtMs: this.kernel.world.monotonicMs() })
    return line
  }
}
