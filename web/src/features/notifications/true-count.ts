/** Keeps what was counted here true: questions to the server, and what moves while one is on its way. */
export interface TrueCount {
  /** Asks the server soon; many wishes at once cost one question. */
  want: () => void
  /** A question left. */
  asked: () => void
  /** Something was counted up or down here. */
  moved: () => void
  /** The server's count came and replaced ours. */
  answered: () => void
}

const soonMs = 300
/** An answer that takes longer is not waited for: its question may have been lost. */
const patienceMs = 10_000

/**
 * Asks once more whenever the count moved between a question and its answer: the server may have counted before that, and its
 * answer would bring back what was read, or lose what came, until the next question. One question is on its way at a time.
 */
export function trueCount(ask: () => void): TrueCount {
  let soon: ReturnType<typeof setTimeout> | undefined
  let askedAt: number | undefined
  let isDoubted = false
  const isOnItsWay = () => askedAt !== undefined && performance.now() - askedAt < patienceMs
  function want(): void {
    soon ??= setTimeout(() => {
      soon = undefined
      if (isOnItsWay()) isDoubted = true
      else ask()
    }, soonMs)
  }
  return {
    want,
    asked() {
      askedAt = performance.now()
      isDoubted = false
    },
    moved() {
      if (isOnItsWay()) isDoubted = true
    },
    answered() {
      askedAt = undefined
      if (!isDoubted) return
      isDoubted = false
      want()
    },
  }
}
