import { UNDO_SECONDS_DEFAULT } from '@crewline/contract/limits'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../shared/lib/storage.ts'

/** How long a text can be undone, in seconds; 0 sends at once. */
export type UndoSeconds = 0 | 5 | 10

/** How this device writes: what Enter does and how long a text can be undone. */
export interface WritingChoices {
  undoSeconds: UndoSeconds
  enterSends: boolean
}

const key = 'writing'
const listeners = new Set<() => void>()
let known: WritingChoices | undefined

function isUndoSeconds(value: unknown): value is UndoSeconds {
  return value === 0 || value === 5 || value === 10
}

/** The choices of this device; 5 seconds and Enter sends where nothing was chosen. */
export function writingChoices(): WritingChoices {
  if (known) return known
  const stored = (readStored(key) ?? {}) as Partial<Record<keyof WritingChoices, unknown>>
  known = {
    undoSeconds: isUndoSeconds(stored.undoSeconds) ? stored.undoSeconds : UNDO_SECONDS_DEFAULT,
    enterSends: stored.enterSends !== false,
  }
  return known
}

/** Changes the choices of this device at once. */
export function chooseWriting(change: Partial<WritingChoices>): void {
  known = { ...writingChoices(), ...change }
  writeStored(key, known)
  for (const listener of listeners) listener()
}

/** The choices of this device, followed while they change. */
export function useWritingChoices(): WritingChoices {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, writingChoices)
}
