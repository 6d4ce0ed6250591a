import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { released } from './when-released.ts'

/** Delays between attempts, in ms; after the last one the part has failed. */
const retryDelaysMs = [500, 2_000, 5_000, 10_000, 20_000]

/** Resolves after the delay, or as soon as the network is back; when offline, waits for the network. */
export function untilLikely(ms: number): Promise<void> {
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

/** Loads code with retries: a failure while offline does not count, and a restarting server is back soon. */
export async function fetchedAtLast<T>(load: () => Promise<T>, wait = untilLikely): Promise<T> {
  for (const ms of retryDelaysMs) {
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
 * Creates a component whose code loads when it is first shown. Unlike React's `lazy` it does not break the page when
 * the network fails at that moment: its place stays empty until the code has loaded. It appears once no button is pressed,
 * because it may move what is.
 */
export function lazyPart<T extends AnyPart>(load: () => Promise<{ default: T }>): LazyExoticComponent<T> {
  return lazy(async () => {
    const part = await fetchedAtLast(load)
    await released()
    return part
  })
}
