/** Lets what is done for one key be done one after the other, in the order it was asked for. */
export class Turns {
  private readonly last = new Map<string, Promise<void>>()

  /** Does work for a key once all that was asked before for the same key is over, however that ended. */
  take(key: string, work: () => Promise<void>): Promise<void> {
    const before = this.last.get(key)
    const mine = before ? before.then(work, work) : work()
    this.last.set(key, mine)
    const forget = () => void (this.last.get(key) === mine && this.last.delete(key))
    mine.then(forget, forget)
    return mine
  }
}
