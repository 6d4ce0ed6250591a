import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

const key = 'single-keys'
const listeners = new Set<() => void>()
let on: boolean | undefined

/** Whether shortcuts of one key, such as E or J, are on; a person can turn them off (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  on ??= readStored(key) !== false
  return on
}

/** Turns shortcuts of one key on or off on this device. */
export function setSingleKeys(next: boolean): void {
  on = next
  writeStored(key, next)
  for (const listener of listeners) listener()
}

/** Whether shortcuts of one key are on, followed while it changes. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, singleKeysOn)
}
