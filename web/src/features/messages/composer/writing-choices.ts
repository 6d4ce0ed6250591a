import { UNDO_SECONDS_DEFAULT } from '@crewline/contract/limits'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../../shared/lib/storage.ts'

/** How long a message can be undone, in seconds; 0 sends at once. */
export type UndoSeconds = 0 | 5 | 10

/** The composer settings of this device: what Enter does and how long a message can be undone. */
export interface WritingChoices {
  undoSeconds: UndoSeconds
  enterSends: boolean
}

const key = 'writing'
const listeners = new Set<() => void>()
let cached: WritingChoices | undefined

function isUndoSeconds(value: unknown): value is UndoSeconds {
  return value === 0 || value === 5 || value === 10
}

/** Returns the settings of this device; the defaults are 5 seconds and Enter sends. */
export function writingChoices(): WritingChoices {
  if (cached) return cached
  const stored = (readStored(key) ?? {}) as Partial<Record<keyof WritingChoices, unknown>>
  cached = {
    undoSeconds: isUndoSeconds(stored.undoSeconds) ? stored.undoSeconds : UNDO_SECONDS_DEFAULT,
    enterSends: stored.enterSends !== false,
  }
  return cached
}

/** Changes the settings of this device and notifies the subscribers. */
export function chooseWriting(change: Partial<WritingChoices>): void {
  cached = { ...writingChoices(), ...change }
  writeStored(key, cached)
  for (const listener of listeners) listener()
}

/** Returns the settings of this device and re-renders on changes. */
export function useWritingChoices(): WritingChoices {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, writingChoices)
}
