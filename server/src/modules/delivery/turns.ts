/** Runs the work of each key one at a time, in request order. */
export class Turns {
  private readonly last = new Map<string, Promise<void>>()

  /** Runs work after all earlier work of the same key has settled. */
  take(key: string, work: () => Promise<void>): Promise<void> {
    const before = this.last.get(key)
    const mine = before ? before.then(work, work) : work()
    this.last.set(key, mine)
    const cleanUp = () => void (this.last.get(key) === mine && this.last.delete(key))
    mine.then(cleanUp, cleanUp)
    return mine
  }
}
