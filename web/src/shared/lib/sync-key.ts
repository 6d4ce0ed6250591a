import { STORAGE_PREFIX, readText, removeStored, writeText } from './storage.ts'

const key = `${STORAGE_PREFIX}token`

/** Tells other tabs which token is in force; an empty token clears the key. A refusal is reported each time, and shown to nobody. */
export function writeSyncToken(token: string): void {
  if (token === '') removeStored('token')
  else if (readSyncToken() !== token) writeText(key, token, true)
}

/** The token the newest tab works with; empty when signed out. */
export function readSyncToken(): string {
  return readText(key) ?? ''
}

/** Whether another tab's change of the sync key means that this tab must start anew: another value that is not empty. */
export function isOtherToken(mine: string, theirs: string | null): boolean {
  return theirs !== null && theirs !== '' && theirs !== mine
}

/** Calls `reload` once another tab works with another token; answers how to stop listening. */
export function followOtherTabs(mine: () => string, reload: () => void): () => void {
  function hear(event: StorageEvent): void {
    if (event.key === key && isOtherToken(mine(), event.newValue)) reload()
  }
  // A page that slept in the browser's memory heard nothing.
  function look(): void {
    if (isOtherToken(mine(), readSyncToken())) reload()
  }
  window.addEventListener('storage', hear)
  window.addEventListener('pageshow', look)
  return () => {
    window.removeEventListener('storage', hear)
    window.removeEventListener('pageshow', look)
  }
}
