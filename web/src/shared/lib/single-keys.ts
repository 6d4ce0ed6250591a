import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

const key = 'single-keys'
const listeners = new Set<() => void>()
let on: boolean | undefined

/** Returns whether single-key shortcuts, such as E or J, are on; a user can turn them off (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  on ??= readStored(key) !== false
  return on
}

/** Turns single-key shortcuts on or off on this device. */
export function setSingleKeys(next: boolean): void {
  on = next
  writeStored(key, next)
  for (const listener of listeners) listener()
}

/** Returns whether single-key shortcuts are on, and renders again on changes. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, singleKeysOn)
}
