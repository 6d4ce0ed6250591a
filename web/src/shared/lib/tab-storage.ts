import { reportError } from './report-error.ts'
import { STORAGE_PREFIX } from './storage.ts'

function attempt<T>(what: Parameters<typeof reportError>[0], fallback: T, act: (storage: Storage) => T): T {
  try {
    return act(globalThis.sessionStorage)
  } catch (error) {
    reportError(what, error)
    return fallback
  }
}

/** Keeps a value for this tab alone: it outlives a reload and goes with the tab. */
export function keepInTab(key: string, value: unknown): void {
  attempt(`tab storage could not be written: ${key}`, undefined, (storage) =>
    storage.setItem(STORAGE_PREFIX + key, JSON.stringify(value)),
  )
}

/** What this tab keeps under a key; undefined when there is none or it is broken. */
export function readInTab(key: string): unknown {
  return attempt<unknown>(`tab storage could not be read: ${key}`, undefined, (storage) => {
    const text = storage.getItem(STORAGE_PREFIX + key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  })
}

/** The text this tab keeps under a key; empty when there is none. */
export function textInTab(key: string): string {
  const value = readInTab(key)
  return typeof value === 'string' ? value : ''
}

/** Forgets what this tab keeps under a key. */
export function forgetInTab(key: string): void {
  attempt(`tab storage could not be cleared: ${key}`, undefined, (storage) => storage.removeItem(STORAGE_PREFIX + key))
}
