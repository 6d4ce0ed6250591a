import { call } from '../shared/api/from-contract.ts'
import { send } from '../shared/api/send.ts'
import { loggedOut } from '../shared/lib/session/auth.slice.ts'
import { forgetSession } from '../shared/lib/session/keep.ts'
import type { AppStore } from './store.ts'

let isEnding = false

/** Where the log-in page is reached from here, with the way back. */
export function loginPath(here: string, note?: 'signed_out'): string {
  const search = new URLSearchParams({ next: here })
  if (note) search.set('note', note)
  return `/auth/login?${search.toString()}`
}

/**
 * The server says that this session is dead: it is forgotten on this device, drafts stay, and the log-in page opens.
 * Another tab's newer session is never touched; this tab then starts anew with it.
 */
export function endDeadSession(store: AppStore, token: string | null): void {
  const mine = store.getState().auth.token
  if (isEnding || (token !== null && token !== mine)) return
  isEnding = true
  const here = location.pathname + location.search
  if (!forgetSession(mine)) return location.reload()
  store.dispatch(loggedOut())
  location.assign(loginPath(here, 'signed_out'))
}

/** Logs out because the member wants to: the server ends the session, this device forgets it; also without network. */
export async function logOut(store: AppStore): Promise<void> {
  if (isEnding) return
  isEnding = true
  const { token } = store.getState().auth
  await send(call('logout', {}), token, AbortSignal.timeout(5000))
  forgetSession(token)
  store.dispatch(loggedOut())
  location.assign('/auth/login')
}
