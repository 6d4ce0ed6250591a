import { call, type Reply } from '../shared/api/from-contract.ts'
import { send } from '../shared/api/send.ts'
import { cookieToken } from '../shared/lib/cookies.ts'
import { untilLikely } from '../shared/lib/lazy-part.ts'
import { loggedOut, meRead } from '../shared/lib/session/auth.slice.ts'
import { forgetSession, mirrorEverywhere } from '../shared/lib/session/keep.ts'
import { isAuthenticated, type AuthState } from '../shared/lib/session/state.ts'
import { readSyncToken } from '../shared/lib/sync-key.ts'
import { endOfView, viewingToken } from '../shared/lib/viewing.ts'
import { writeSession } from './persist.ts'
import type { AppStore } from './store.ts'

/** How long a page that has a session to show waits for another tab's session. */
const shortWaitMs = 1500
/** How long a page that has only a token waits for its user, in ms, before it asks again. */
const patientMs = 10_000
/** Delays before a page that has only a token asks again, in ms; the last one repeats. */
const retryDelaysMs = [500, 1_000, 2_000, 5_000]
const settleMs = 50
/** What a header can carry: a token that was damaged in the storage may be anything. */
const sendable = /^[\u{21}-\u{7e}]+$/u

/**
 * Requests the user of a token; 'dead' when the token is invalid, 'refused' when the server answers something else, and
 * undefined when it did not answer in time or cannot answer now.
 */
async function fetchTokenOwner(
  token: string,
  timeoutMs: number,
): Promise<Reply<'me'> | 'dead' | 'refused' | undefined> {
  if (!sendable.test(token)) return 'refused'
  const answer = await send(call('me', {}), token, AbortSignal.timeout(timeoutMs))
  if ('data' in answer) return answer.data as Reply<'me'>
  const { status } = answer.error
  if (status === 403) return 'dead'
  return status === 0 || status === 429 || status >= 500 ? undefined : 'refused'
}

/** Whether an answer names the user of a token. */
const isUser = (me: Reply<'me'> | 'dead' | 'refused' | undefined): me is Reply<'me'> => typeof me === 'object'

/** Whether the state has everything that the first paint reads. */
function isComplete(auth: AuthState): boolean {
  return isAuthenticated(auth) && auth.organization !== null && auth.features !== null
}

/** What a page does while the server does not say whose token it has. */
export interface Patience {
  /** Is called each time that no answer came. */
  onSilence?: () => void
  /** Resolves when it makes sense to ask again. */
  wait?: (ms: number) => Promise<void>
}

/**
 * Restores the session of a token that was found without its member, if the server accepts the token. Asks until the
 * server answers: on a slow network, or while the server restarts, showing the login page would be wrong.
 */
async function restoreSession(
  store: AppStore,
  token: string,
  { onSilence, wait = untilLikely }: Patience,
): Promise<boolean> {
  let me = await fetchTokenOwner(token, patientMs)
  for (let attempt = 0; me === undefined; attempt += 1) {
    onSilence?.()
    await wait(retryDelaysMs[attempt] ?? retryDelaysMs.at(-1) ?? 0)
    me = await fetchTokenOwner(token, patientMs)
  }
  if (me === 'dead') forgetSession(token)
  if (!isUser(me)) return false
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
  if (!isUser(me)) return { ended: endOfView() }
  store.dispatch(loggedOut())
  store.dispatch(meRead({ ...me, token }))
  return 'open'
}

/**
 * Finds the signed-in user once the stored session is loaded; returns true when there is one. A broken stored session
 * is restored from its token, wherever that was kept: in the session, under the sync key, in the cookie. A newer token
 * of another tab under the sync key takes precedence.
 */
export async function findSession(store: AppStore, patience: Patience = {}): Promise<boolean> {
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
      if (isUser(me)) store.dispatch(meRead({ ...me, token: theirs }))
    }
    return true
  }
  const tokens = new Set([stored().token ?? '', theirs, cookieToken()])
  for (const token of tokens) if (token !== '' && (await restoreSession(store, token, patience))) return true
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
