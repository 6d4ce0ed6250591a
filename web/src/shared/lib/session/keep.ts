import type { SignedIn } from '@crewline/contract/accounts'
import { mirrorToken } from '../cookies.ts'
import { reportError } from '../report-error.ts'
import { readText, removeStored, STORAGE_PREFIX, writeStored } from '../storage.ts'
import { readSyncToken, writeSyncToken } from '../sync-key.ts'
import { parseStored, soundSlice } from './schema.ts'
import { authAfter, emptySession, REMEMBERED_KEYS, type RememberedKey, type RememberedState } from './state.ts'

/**
 * Reads a remembered slice of the session; its defaults when there is none or it is broken. A broken slice is reported.
 */
export function readSlice<K extends RememberedKey>(key: K): RememberedState[K] {
  const text = readText(STORAGE_PREFIX + key)
  if (text === null) return emptySession()[key]
  try {
    const sound = soundSlice(key, parseStored(text))
    if (sound) return sound
    reportError(`stored session part was broken: ${key}`, undefined)
  } catch (error) {
    reportError(`stored session part was not JSON: ${key}`, error)
  }
  return emptySession()[key]
}

/** Stores a new login for the application and for other tabs; false when the browser refused to store it. */
export function rememberLogin(reply: SignedIn): boolean {
  for (const key of REMEMBERED_KEYS) if (key !== 'auth') removeStored(key)
  const isStored = writeStored('auth', authAfter(reply))
  mirrorToken(reply.token)
  writeSyncToken(reply.token)
  return isStored
}

/** Stores the bearer token of a registration until its email is confirmed; false when the browser refused. */
export function rememberUnverified(unverifiedToken: string): boolean {
  return writeStored('auth', { ...readSlice('auth'), unverifiedToken })
}

/** Copies a token to the cookie and the sync key. */
export function mirrorEverywhere(token: string): void {
  mirrorToken(token)
  writeSyncToken(token)
}

/**
 * Removes a session from this device: slices, cookie and sync key; the member's drafts stay. Does nothing and returns
 * false when another tab has signed in with a newer token since.
 */
export function forgetSession(token: string | null): boolean {
  const theirs = readSyncToken()
  if (token !== null && theirs !== '' && theirs !== token) return false
  for (const key of REMEMBERED_KEYS) removeStored(key)
  removeStored('last-path')
  mirrorEverywhere('')
  return true
}
