/** Keeps the local count correct: tracks requests to the server, and changes while one is pending. */
export interface TrueCount {
  /** Requests a fetch soon; several calls cost one request. */
  requestFetch: () => void
  /** Called when a request is sent. */
  fetchStarted: () => void
  /** Called when the local count changes. */
  moved: () => void
  /** Called when the count of the server replaces the local one. */
  answered: () => void
}

const delayMs = 300
/** A response that takes longer is not awaited: its request may have been lost. */
const patienceMs = 10_000

/**
 * Refetches whenever the count changed between a request and its response: the server may have counted before the
 * change, and its response would restore messages already read, or miss new ones, until the next request. Only one
 * request is pending at a time.
 */
export function trueCount(fetchCount: () => void): TrueCount {
  let timer: ReturnType<typeof setTimeout> | undefined
  let requestedAt: number | undefined
  let isDoubted = false
  const isPending = () => requestedAt !== undefined && performance.now() - requestedAt < patienceMs
  function requestFetch(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      if (isPending()) isDoubted = true
      else fetchCount()
    }, delayMs)
  }
  return {
    requestFetch,
    fetchStarted() {
      requestedAt = performance.now()
      isDoubted = false
    },
    moved() {
      if (isPending()) isDoubted = true
    },
    answered() {
      requestedAt = undefined
      if (!isDoubted) return
      isDoubted = false
      requestFetch()
    },
  }
}
