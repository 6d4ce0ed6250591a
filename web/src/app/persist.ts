import { PERSIST_TIMEOUT_MS } from '@crewline/contract/limits'
import type { Reducer } from '@reduxjs/toolkit'
import { rememberEnhancer, REMEMBER_PERSISTED, REMEMBER_REHYDRATED } from 'redux-remember'
import { parseStored, soundSlice, tokenIn } from '../shared/lib/session/schema.ts'
import { emptySession, REMEMBERED_KEYS, type RememberedKey, type RememberedState } from '../shared/lib/session/state.ts'
import { reportError } from '../shared/lib/report-error.ts'
import { STORAGE_PREFIX, readText, writeStored, writeText } from '../shared/lib/storage.ts'
import { readSyncToken } from '../shared/lib/sync-key.ts'

/**
 * Parses a stored slice into a valid one: a broken slice is reported and replaced by the defaults, and its token is
 * kept.
 */
export function reviveSlice(text: string, key: string): unknown {
  const part = key as RememberedKey
  const usual = emptySession()[part]
  try {
    const stored = parseStored(text)
    const sound = soundSlice(part, stored)
    if (sound) return sound
    reportError(`stored session part was broken: ${key}`, undefined)
    return part === 'auth' ? { ...usual, token: tokenIn(stored) } : usual
  } catch (error) {
    reportError(`stored session part was not JSON: ${key}`, error)
  }
  return usual
}

/** Whether this tab may write the shared storage: not after another tab has logged out, switched or logged in. */
function mayWrite(token: string | null): boolean {
  return (token ?? '') === readSyncToken()
}

/** Writes every remembered slice at once, before other tabs are notified of a new token. */
export function writeSession(state: RememberedState): void {
  for (const key of REMEMBERED_KEYS) writeStored(key, state[key])
}

/**
 * Keeps the remembered slices of the session in the browser's storage, under the prefix of the storage version, as long
 * as `token` is the current one.
 */
export function remembering(token: () => string | null) {
  const setItem = (key: string, text: string) => mayWrite(token()) && writeText(key, text)
  return rememberEnhancer({ getItem: readText, setItem }, [...REMEMBERED_KEYS], {
    prefix: STORAGE_PREFIX,
    unserialize: (text: string, key) => reviveSlice(text, key),
    errorHandler: (error) => reportError('session could not be remembered', error),
  })
}

/**
 * Wraps a reducer: `loaded` resolves once the stored session has been loaded, after 5 s at the latest; then the
 * application starts without it.
 */
export function signalWhenLoaded<S>(reducer: Reducer<S>): { reducer: Reducer<S>; loaded: Promise<void> } {
  const { promise: loaded, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, PERSIST_TIMEOUT_MS)
  return {
    loaded,
    reducer(state, action) {
      if (action.type === REMEMBER_REHYDRATED) queueMicrotask(resolve)
      return reducer(state, action)
    },
  }
}

/**
 * Wraps a reducer: `writeChanges` writes each slice that changed since it was last stored, in one go. Slices are otherwise
 * stored a moment after they change, which is too late for a page that is loaded again meanwhile. Slices that this tab did
 * not change are left as they are, because another tab may have written them since.
 */
export function trackStored<S>(reducer: Reducer<S>): {
  reducer: Reducer<S>
  writeChanges: (state: RememberedState) => void
} {
  let stored: Partial<RememberedState> | undefined
  return {
    reducer(state, action) {
      const next = reducer(state, action)
      if (action.type === REMEMBER_REHYDRATED) stored = next as Partial<RememberedState>
      if (action.type === REMEMBER_PERSISTED) stored = (action as { payload?: Partial<RememberedState> }).payload
      return next
    },
    writeChanges(state) {
      if (!stored || !mayWrite(state.auth.token)) return
      for (const key of REMEMBERED_KEYS) if (state[key] !== stored[key]) writeStored(key, state[key])
    },
  }
}
