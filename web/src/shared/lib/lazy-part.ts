import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Waits between tries, in ms; after the last one the part has failed. */
const waits = [500, 2_000, 5_000, 10_000, 20_000]

/** Resolves after a while, or as soon as the network is back; without a network it waits for that. */
function untilLikely(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = navigator.onLine ? setTimeout(go, ms) : undefined
    function go(): void {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    addEventListener('online', go)
  })
}

/** Fetches code until it comes: what fails without a network is no failure, and a server that starts anew is back soon. */
export async function fetchedAtLast<T>(load: () => Promise<T>, wait = untilLikely): Promise<T> {
  for (const ms of waits) {
    try {
      return await load()
    } catch {
      await wait(ms)
    }
  }
  return load()
}

// What a part is given is up to it; the library says the same of its own.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyPart = ComponentType<any>

/**
 * A part of a screen whose code comes when it is first shown. Unlike the library's own it does not break the page when
 * the network is away just then: its place stays empty until the code is there.
 */
export function lazyPart<T extends AnyPart>(load: () => Promise<{ default: T }>): LazyExoticComponent<T> {
  return lazy(() => fetchedAtLast(load))
}
