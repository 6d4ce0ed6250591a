import { call, type Reply } from '../shared/api/from-contract.ts'
import { send } from '../shared/api/send.ts'
import { cookieToken } from '../shared/lib/cookies.ts'
import { meRead } from '../shared/lib/session/auth.slice.ts'
import { forgetSession, mirrorEverywhere } from '../shared/lib/session/keep.ts'
import { isAuthenticated, type AuthState } from '../shared/lib/session/state.ts'
import { readSyncToken } from '../shared/lib/sync-key.ts'
import { writeSession } from './persist.ts'
import type { AppStore } from './store.ts'

/** How long a page that has a session to show waits for another tab's. */
const soonMs = 1500
/** How long a page that has nothing but a token waits to hear whose it is: on a weak line the log-in page would be wrong. */
const patientMs = 10_000
const settleMs = 50

/** Asks who a token belongs to; 'dead' when to nobody, undefined when nobody answered in time. */
async function whoHas(token: string, withinMs: number): Promise<Reply<'me'> | 'dead' | undefined> {
  const answer = await send(call('me', {}), token, AbortSignal.timeout(withinMs))
  if ('data' in answer) return answer.data as Reply<'me'>
  return answer.error.status === 403 ? 'dead' : undefined
}

/** Whether everything is there that the first paint reads. */
function isWhole(auth: AuthState): boolean {
  return isAuthenticated(auth) && auth.organization !== null && auth.features !== null
}

/** The session of a token that was found without its member: whole again when the server knows it. */
async function takeUp(store: AppStore, token: string): Promise<boolean> {
  const me = await whoHas(token, patientMs)
  if (me === 'dead') forgetSession(token)
  if (me === undefined || me === 'dead') return false
  store.dispatch(meRead({ ...me, token }))
  return true
}

/**
 * Finds out who is signed in once the stored session is loaded; true when somebody is. A session that was stored broken is
 * taken up again by its token, wherever that was kept: in the session, under the sync key, in the cookie. Where another
 * tab's newer token stands under the sync key, that one counts.
 */
export async function findSession(store: AppStore): Promise<boolean> {
  const stored = () => store.getState().auth
  let theirs = readSyncToken()
  if (isWhole(stored()) && theirs !== '' && theirs !== stored().token) {
    // Another tab may be in the middle of its writes.
    await new Promise((resolve) => {
      setTimeout(resolve, settleMs)
    })
    theirs = readSyncToken()
  }
  if (isWhole(stored())) {
    if (theirs !== '' && theirs !== stored().token) {
      const me = await whoHas(theirs, soonMs)
      if (me !== undefined && me !== 'dead') store.dispatch(meRead({ ...me, token: theirs }))
    }
    return true
  }
  const found = new Set([stored().token ?? '', theirs, cookieToken()])
  for (const token of found) if (token !== '' && (await takeUp(store, token))) return true
  return false
}

/** Tells the cookie, the storage and other tabs of each new token of this tab: the session first, so that who starts with the token finds it. */
export function mirrorTokens(store: AppStore): void {
  let mirrored: string | null = null
  function mirror(): void {
    const state = store.getState()
    const { token } = state.auth
    if (token === mirrored) return
    mirrored = token
    // Logging out forgets by itself, and never another tab's newer token.
    if (token === null) return
    writeSession(state)
    mirrorEverywhere(token)
  }
  store.subscribe(mirror)
  mirror()
}
