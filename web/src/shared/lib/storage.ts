import { STORAGE_VERSION } from '@crewline/contract/limits'
import { reportError } from './report-error.ts'

/** The prefix of every stored key; another version of the state has another prefix and is discarded. */
export const STORAGE_PREFIX = `crewline/v${STORAGE_VERSION}/`

function attempt<T>(
  description: Parameters<typeof reportError>[0],
  fallback: T,
  operation: (storage: Storage) => T,
): T {
  try {
    return operation(globalThis.localStorage)
  } catch (error) {
    reportError(description, error)
    return fallback
  }
}

/** Returns the text stored under a full key; null when there is none or the storage is unreadable. */
export function readText(key: string): string | null {
  return attempt(`storage could not be read: ${key}`, null, (storage) => storage.getItem(key))
}

let isRefusing = false

/**
 * Stores a text under a full key; false when the browser refused (private mode, full). A failure is reported, not
 * shown: once while it lasts, or each time with `always`.
 */
export function writeText(key: string, text: string, always = false): boolean {
  try {
    globalThis.localStorage.setItem(key, text)
    isRefusing = false
    return true
  } catch (error) {
    if (always || !isRefusing) reportError(`storage could not be written: ${key}`, error)
    isRefusing = true
    return false
  }
}

/** Returns the value stored under a key without prefix; undefined when absent, broken or unreadable. */
export function readStored(key: string): unknown {
  const text = readText(STORAGE_PREFIX + key)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    reportError(`stored value is not JSON: ${key}`, error)
    return undefined
  }
}

/** Stores a value under a key without prefix; false when the browser refused. */
export function writeStored(key: string, value: unknown): boolean {
  return writeText(STORAGE_PREFIX + key, JSON.stringify(value))
}

/** Removes the value under a key without prefix. */
export function removeStored(key: string): void {
  attempt(`storage could not be cleared: ${key}`, undefined, (storage) => storage.removeItem(STORAGE_PREFIX + key))
}

/** Returns the stored keys that start with a text, without the prefix. */
export function storedKeys(beginning: string): string[] {
  return attempt<string[]>('storage could not be listed', [], (storage) => {
    const all = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    return all
      .filter((key) => key.startsWith(STORAGE_PREFIX + beginning))
      .map((key) => key.slice(STORAGE_PREFIX.length))
  })
}

/** Drops what other versions of the application stored: an older or newer shape is never read. */
export function discardOtherVersions(): void {
  attempt('old storage could not be cleared', undefined, (storage) => {
    const all = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    for (const key of all) {
      if (/^crewline\/v\d+\//.test(key) && !key.startsWith(STORAGE_PREFIX)) storage.removeItem(key)
    }
  })
}
