import { reportError } from './report-error.ts'
import { STORAGE_PREFIX } from './storage.ts'

function attempt<T>(
  description: Parameters<typeof reportError>[0],
  fallback: T,
  operation: (storage: Storage) => T,
): T {
  try {
    return operation(globalThis.sessionStorage)
  } catch (error) {
    reportError(description, error)
    return fallback
  }
}

/** Stores a value for this tab only: it survives a reload and ends with the tab. */
export function keepInTab(key: string, value: unknown): void {
  attempt(`tab storage could not be written: ${key}`, undefined, (storage) =>
    storage.setItem(STORAGE_PREFIX + key, JSON.stringify(value)),
  )
}

/** Returns the value this tab stores under a key; undefined when there is none or it is broken. */
export function readInTab(key: string): unknown {
  return attempt<unknown>(`tab storage could not be read: ${key}`, undefined, (storage) => {
    const text = storage.getItem(STORAGE_PREFIX + key)
    return text === null ? undefined : (JSON.parse(text) as unknown)
  })
}

/** Returns the text this tab stores under a key; empty when there is none. */
export function textInTab(key: string): string {
  const value = readInTab(key)
  return typeof value === 'string' ? value : ''
}

/** Removes the value this tab stores under a key. */
export function forgetInTab(key: string): void {
  attempt(`tab storage could not be cleared: ${key}`, undefined, (storage) => storage.removeItem(STORAGE_PREFIX + key))
}
