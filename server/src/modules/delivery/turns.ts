/** Knows what is under way for each key, so that what comes later can wait for it where it has to. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>()

  /** Does work for a key, which may wait for all that began before it for the same key, however that ends. */
  take(key: string, work: (before: Promise<unknown>) => Promise<void>): Promise<void> {
    const before = this.last.get(key) ?? Promise.resolve()
    const mine = work(before)
    const all = Promise.allSettled([before, mine]).then(() => {
      if (this.last.get(key) === all) this.last.delete(key)
    })
    this.last.set(key, all)
    return mine
  }
}
