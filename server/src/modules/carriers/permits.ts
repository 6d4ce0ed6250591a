/** Permits to hand over one message each, as many as there are connections: what has one need not wait for one. */
export class Permits {
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(total: number) {
    this.free = total
  }

  /** Takes up to this many permits without waiting and returns how many. */
  take(most: number): number {
    const taken = Math.max(0, Math.min(most, this.free))
    this.free -= taken
    return taken
  }

  /** Waits for one permit and takes it. */
  async acquire(): Promise<void> {
    while (this.take(1) === 0) await new Promise<void>((resolve) => this.waiting.push(resolve))
  }

  release(count: number): void {
    this.free += count
    for (const resolve of this.waiting.splice(0, count)) resolve()
  }
}
