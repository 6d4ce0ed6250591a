import { useCallback, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../shared/lib/storage.ts'

const key = 'originals'
const mostThreads = 200
const listeners = new Set<() => void>()
let known: readonly string[] | undefined

function threads(): readonly string[] {
  if (!known) {
    const stored = readStored(key)
    known = Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : []
  }
  return known
}

/** Whether a thread shows what was really written first, remembered on this device; and the way to change it. */
export function useShowsOriginals(contactId: string): [boolean, () => void] {
  const all = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, threads)
  const toggle = useCallback(() => {
    const others = threads().filter((id) => id !== contactId)
    known = threads().includes(contactId) ? others : [...others, contactId].slice(-mostThreads)
    writeStored(key, known)
    for (const listener of listeners) listener()
  }, [contactId])
  return [all.includes(contactId), toggle]
}
