import { PERSIST_TIMEOUT_MS } from '@crewline/contract/limits'
import type { Reducer } from '@reduxjs/toolkit'
import { rememberEnhancer, REMEMBER_REHYDRATED } from 'redux-remember'
import { soundSlice } from '../shared/lib/session/schema.ts'
import { emptySession, REMEMBERED_KEYS, type RememberedKey } from '../shared/lib/session/state.ts'
import { reportError } from '../shared/lib/report-error.ts'
import { STORAGE_PREFIX, readText, writeText } from '../shared/lib/storage.ts'

let settle: () => void = () => {}
const loaded = new Promise<void>((resolve) => {
  settle = resolve
})

/** A stored part as text to a part the application can live with: broken ones are reported and replaced by the defaults. */
export function reviveSlice(text: string, key: string): unknown {
  const part = key as RememberedKey
  try {
    const sound = soundSlice(part, JSON.parse(text))
    if (sound) return sound
    reportError(`stored session part was broken: ${key}`, undefined)
  } catch (error) {
    reportError(`stored session part was not JSON: ${key}`, error)
  }
  return emptySession()[part]
}

/** Keeps the remembered parts of the session in the browser's storage, under the prefix of the storage version. */
export function remembering() {
  return rememberEnhancer({ getItem: readText, setItem: writeText }, [...REMEMBERED_KEYS], {
    prefix: STORAGE_PREFIX,
    unserialize: (text: string, key) => reviveSlice(text, key),
    errorHandler: (error) => reportError('session could not be remembered', error),
  })
}

/** The reducer with a bell: once the stored session has gone through it, `sessionLoaded` resolves. */
export function ringWhenLoaded<S>(reducer: Reducer<S>): Reducer<S> {
  return (state, action) => {
    if (action.type === REMEMBER_REHYDRATED) queueMicrotask(settle)
    return reducer(state, action)
  }
}

/** Resolves when the stored session is in the store, at the latest after 5 s: then the application starts without it. */
export async function sessionLoaded(): Promise<void> {
  const late = new Promise<void>((resolve) => {
    setTimeout(() => {
      resolve()
    }, PERSIST_TIMEOUT_MS)
  })
  await Promise.race([loaded, late])
}
