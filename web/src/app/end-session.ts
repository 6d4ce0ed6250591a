import { QueryStatus } from '@reduxjs/toolkit/query'
import { forgetThisDevice } from '../features/notifications/index.ts'
import { call } from '../shared/api/from-contract.ts'
import { send } from '../shared/api/send.ts'
import { loggedOut } from '../shared/lib/session/auth.slice.ts'
import { forgetSession } from '../shared/lib/session/keep.ts'
import type { AppStore } from './store.ts'

/** The page a session ends on. */
export interface Page {
  /** Path and query. */
  here: () => string
  goTo: (path: string) => void
  reload: () => void
}

/** The page of this tab. */
export const thisPage: Page = {
  here: () => location.pathname + location.search,
  goTo: (path) => location.assign(path),
  reload: () => location.reload(),
}

/** The two ways a session ends. */
export interface SessionEnd {
  /** The server says that the session of a token is dead. */
  dead: (token: string | null) => void
  /** The member wants out. */
  logOut: () => Promise<void>
}

/** Where the log-in page is reached from here, with the way back. */
export function loginPath(here: string, note?: 'signed_out'): string {
  const search = new URLSearchParams({ next: here })
  if (note) search.set('note', note)
  return `/auth/login?${search.toString()}`
}

const longestMs = 2000

/** Whoever uses this browser next must not read what comes in for this member. */
async function stopPush(token: string | null): Promise<void> {
  await Promise.race([
    forgetThisDevice((id) => send(call('removePushDevice', { query: { id } }), token)),
    new Promise((resolve) => {
      setTimeout(resolve, longestMs)
    }),
  ]).catch(() => {})
}

/** Whether settings are being saved: with a new password every token dies, and the answer brings the one to go on with. */
function isRenewing(store: AppStore): boolean {
  return Object.values(store.getState().api.mutations).some(
    (one) => one?.status === QueryStatus.pending && one.endpointName === 'editSettings',
  )
}

/**
 * How the session of a store ends, once. A dead one is forgotten on this device, drafts stay, and the log-in page opens;
 * a late word about a token that is not this tab's any more ends nothing, and another tab's newer session is never
 * touched: this tab then starts anew with it. A log-out works without network too.
 */
export function sessionEnd(store: () => AppStore, page: Page): SessionEnd {
  let isEnding = false
  const end: SessionEnd = {
    dead(token) {
      if (isRenewing(store())) {
        const stop = store().subscribe(() => {
          if (isRenewing(store())) return
          stop()
          end.dead(token)
        })
        return
      }
      const mine = store().getState().auth.token
      if (isEnding || (token !== null && token !== mine)) return
      isEnding = true
      const here = page.here()
      if (!forgetSession(mine)) return page.reload()
      store().dispatch(loggedOut())
      page.goTo(loginPath(here, 'signed_out'))
    },
    async logOut() {
      if (isEnding) return
      isEnding = true
      const { token } = store().getState().auth
      await stopPush(token)
      await send(call('logout', {}), token, AbortSignal.timeout(5000))
      forgetSession(token)
      store().dispatch(loggedOut())
      page.goTo('/auth/login')
    },
  }
  return end
}
