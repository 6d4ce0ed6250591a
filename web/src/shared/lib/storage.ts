import { STORAGE_VERSION } from '@crewline/contract/limits'
import { reportError } from './report-error.ts'

/** Every key we store begins with this; another version of the state has another prefix and is discarded. */
export const STORAGE_PREFIX = `crewline/v${STORAGE_VERSION}/`

function attempt<T>(what: Parameters<typeof reportError>[0], fallback: T, act: (storage: Storage) => T): T {
  try {
    return act(globalThis.localStorage)
  } catch (error) {
    reportError(what, error)
    return fallback
  }
}

/** The text stored under a full key; null when there is none or the storage cannot be read. */
export function readText(key: string): string | null {
  return attempt(`storage could not be read: ${key}`, null, (storage) => storage.getItem(key))
}

let isRefusing = false

/**
 * Stores a text under a full key; false when the browser refused (private mode, full), which is reported and not shown:
 * once for as long as it refuses, and for a part that must be told (`always`) each time.
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

/** The value stored under a key of ours; undefined when absent, broken or unreadable. */
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

/** Stores a value under a key of ours; false when the browser refused. */
export function writeStored(key: string, value: unknown): boolean {
  return writeText(STORAGE_PREFIX + key, JSON.stringify(value))
}

/** Forgets the value under a key of ours. */
export function removeStored(key: string): void {
  attempt(`storage could not be cleared: ${key}`, undefined, (storage) => storage.removeItem(STORAGE_PREFIX + key))
}

/** The keys of ours that begin with a text, without the prefix. */
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
