import { STORAGE_PREFIX, readText, removeStored, writeText } from './storage.ts'

const key = `${STORAGE_PREFIX}token`

/**
 * Shares the current token with other tabs; an empty token clears the key. A failure is reported each time, never
 * shown.
 */
export function writeSyncToken(token: string): void {
  if (token === '') removeStored('token')
  else if (readSyncToken() !== token) writeText(key, token, true)
}

/** Returns the token of the tab that signed in last; empty when signed out. */
export function readSyncToken(): string {
  return readText(key) ?? ''
}

/**
 * Returns whether a change of the sync key by another tab requires this tab to reload: another value that is not empty.
 */
export function isOtherToken(mine: string, theirs: string | null): boolean {
  return theirs !== null && theirs !== '' && theirs !== mine
}

/** Calls `reload` once another tab uses another token; returns a function that stops listening. */
export function followOtherTabs(mine: () => string, reload: () => void): () => void {
  function handleStorage(event: StorageEvent): void {
    if (event.key === key && isOtherToken(mine(), event.newValue)) reload()
  }
  // A page in the back/forward cache receives no storage events.
  function checkToken(): void {
    if (isOtherToken(mine(), readSyncToken())) reload()
  }
  window.addEventListener('storage', handleStorage)
  window.addEventListener('pageshow', checkToken)
  return () => {
    window.removeEventListener('storage', handleStorage)
    window.removeEventListener('pageshow', checkToken)
  }
}
