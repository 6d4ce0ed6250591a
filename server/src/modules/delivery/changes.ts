/** Lets a line wait for whatever happens to it next: new work, an outcome, a stop. */
export class Changes {
  private nudge: () => void = () => {}

  /** Ends the wait, if there is one. */
  note(): void {
    this.nudge()
  }

  /** Resolves on the next change, or after a timeout of a second at most. */
  next(atMostMs = 1_000): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(Math.max(atMostMs, 1), 1_000))
      this.nudge = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
