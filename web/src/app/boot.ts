import { call, type Reply } from '../shared/api/from-contract.ts'
import { send } from '../shared/api/send.ts'
import { cookieToken } from '../shared/lib/cookies.ts'
import { loggedOut, meRead } from '../shared/lib/session/auth.slice.ts'
import { forgetSession, mirrorEverywhere } from '../shared/lib/session/keep.ts'
import { isAuthenticated, type AuthState } from '../shared/lib/session/state.ts'
import { readSyncToken } from '../shared/lib/sync-key.ts'
import { endOfView, viewingToken } from '../shared/lib/viewing.ts'
import { writeSession } from './persist.ts'
import type { AppStore } from './store.ts'

/** How long a page that has a session to show waits for another tab's session. */
const shortWaitMs = 1500
/**
 * How long a page that has only a token waits for its user: on a slow network, showing the login page would be wrong.
 */
const patientMs = 10_000
const settleMs = 50

/** Requests the user of a token; 'dead' when the token is invalid, undefined when no answer came in time. */
async function fetchTokenOwner(token: string, timeoutMs: number): Promise<Reply<'me'> | 'dead' | undefined> {
  const answer = await send(call('me', {}), token, AbortSignal.timeout(timeoutMs))
  if ('data' in answer) return answer.data as Reply<'me'>
  return answer.error.status === 403 ? 'dead' : undefined
}

/** Whether the state has everything that the first paint reads. */
function isComplete(auth: AuthState): boolean {
  return isAuthenticated(auth) && auth.organization !== null && auth.features !== null
}

/** Restores the session of a token that was found without its member, if the server accepts the token. */
async function restoreSession(store: AppStore, token: string): Promise<boolean> {
  const me = await fetchTokenOwner(token, patientMs)
  if (me === 'dead') forgetSession(token)
  if (me === undefined || me === 'dead') return false
  store.dispatch(meRead({ ...me, token }))
  return true
}

/**
 * Opens the product as a teammate, if this tab views as one. The member's own session leaves the page and stays in the
 * storage, which is only written with its own token. `ended` is the page to load when the view is over, or the server did not
 * respond: it is the member's own, and has to say so, because there everything can be changed.
 */
export async function findViewing(store: AppStore): Promise<'none' | 'open' | { ended: string }> {
  const token = viewingToken()
  if (token === '') return 'none'
  const me = await fetchTokenOwner(token, patientMs)
  if (me === undefined || me === 'dead') return { ended: endOfView() }
  store.dispatch(loggedOut())
  store.dispatch(meRead({ ...me, token }))
  return 'open'
}

/**
 * Finds the signed-in user once the stored session is loaded; returns true when there is one. A broken stored session
 * is restored from its token, wherever that was kept: in the session, under the sync key, in the cookie. A newer token
 * of another tab under the sync key takes precedence.
 */
export async function findSession(store: AppStore): Promise<boolean> {
  const stored = () => store.getState().auth
  let theirs = readSyncToken()
  if (isComplete(stored()) && theirs !== '' && theirs !== stored().token) {
    // Another tab may be in the middle of its writes.
    await new Promise((resolve) => {
      setTimeout(resolve, settleMs)
    })
    theirs = readSyncToken()
  }
  if (isComplete(stored())) {
    if (theirs !== '' && theirs !== stored().token) {
      const me = await fetchTokenOwner(theirs, shortWaitMs)
      if (me !== undefined && me !== 'dead') store.dispatch(meRead({ ...me, token: theirs }))
    }
    return true
  }
  const tokens = new Set([stored().token ?? '', theirs, cookieToken()])
  for (const token of tokens) if (token !== '' && (await restoreSession(store, token))) return true
  return false
}

/**
 * Copies each new token of this tab to the cookie, the storage and other tabs. The session is written first, so that a
 * tab that starts with the token finds it.
 */
export function mirrorTokens(store: AppStore): void {
  let mirrored: string | null = null
  function mirror(): void {
    const state = store.getState()
    const { token } = state.auth
    if (token === mirrored) return
    mirrored = token
    // Logout clears the token itself, and must not remove a newer token of another tab.
    if (token === null) return
    writeSession(state)
    mirrorEverywhere(token)
  }
  store.subscribe(mirror)
  mirror()
}
