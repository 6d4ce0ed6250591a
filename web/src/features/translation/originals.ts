import { useCallback, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../shared/lib/storage.ts'

const key = 'originals'
const mostThreads = 200
const listeners = new Set<() => void>()
let cached: readonly string[] | undefined

function threads(): readonly string[] {
  if (!cached) {
    const stored = readStored(key)
    cached = Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []
  }
  return cached
}

/** Returns whether a thread shows original texts first, stored on this device, and a toggle function. */
export function useShowsOriginals(contactId: string): [boolean, () => void] {
  const all = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, threads)
  const toggle = useCallback(() => {
    const others = threads().filter((id) => id !== contactId)
    cached = threads().includes(contactId) ? others : [...others, contactId].slice(-mostThreads)
    writeStored(key, cached)
    for (const listener of listeners) listener()
  }, [contactId])
  return [all.includes(contactId), toggle]
}
