import { PERSIST_TIMEOUT_MS } from '@crewline/contract/limits'
import type { Reducer } from '@reduxjs/toolkit'
import { rememberEnhancer, REMEMBER_REHYDRATED } from 'redux-remember'
import { parseStored, soundSlice, tokenIn } from '../shared/lib/session/schema.ts'
import { emptySession, REMEMBERED_KEYS, type RememberedKey, type RememberedState } from '../shared/lib/session/state.ts'
import { reportError } from '../shared/lib/report-error.ts'
import { STORAGE_PREFIX, readText, writeStored, writeText } from '../shared/lib/storage.ts'
import { readSyncToken } from '../shared/lib/sync-key.ts'

/** A stored part as text to a part the application can live with: a broken one is reported and replaced by the defaults, and its token is saved. */
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

/** Whether this tab may write what all tabs share: not after another one has logged out, switched or logged in. */
function mayWrite(token: string | null): boolean {
  return (token ?? '') === readSyncToken()
}

/** Writes every remembered part at once, before other tabs are told of a new token. */
export function writeSession(state: RememberedState): void {
  for (const key of REMEMBERED_KEYS) writeStored(key, state[key])
}

/** Keeps the remembered parts of the session in the browser's storage, under the prefix of the storage version, for as long as `token` is the one in force. */
export function remembering(token: () => string | null) {
  const setItem = (key: string, text: string) => mayWrite(token()) && writeText(key, text)
  return rememberEnhancer({ getItem: readText, setItem }, [...REMEMBERED_KEYS], {
    prefix: STORAGE_PREFIX,
    unserialize: (text: string, key) => reviveSlice(text, key),
    errorHandler: (error) => reportError('session could not be remembered', error),
  })
}

/** A reducer with a bell: `loaded` resolves once the stored session has gone through it, at the latest after 5 s: then the application starts without it. */
export function ringWhenLoaded<S>(reducer: Reducer<S>): { reducer: Reducer<S>; loaded: Promise<void> } {
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
