import { QueryStatus } from '@reduxjs/toolkit/query'
import { unregisterThisDevice } from '../features/notifications/index.ts'
import { call } from '../shared/api/from-contract.ts'
import { send } from '../shared/api/send.ts'
import { loggedOut } from '../shared/lib/session/auth.slice.ts'
import { forgetSession } from '../shared/lib/session/keep.ts'
import { endOfView, isViewing, leaveViewing } from '../shared/lib/viewing.ts'
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
  /** The server rejected the token. */
  endDeadSession: (token: string | null) => void
  /** The user logs out. */
  logOut: () => Promise<void>
}

/** Returns the path of the login page with the way back to `here`. */
export function loginPath(here: string, note?: 'signed_out'): string {
  const search = new URLSearchParams({ next: here })
  if (note) search.set('note', note)
  return `/auth/login?${search.toString()}`
}

const longestMs = 2000

/** Stops push messages, so that the next user of this browser cannot read this member's messages. */
async function stopPush(token: string | null): Promise<void> {
  await Promise.race([
    unregisterThisDevice((id) => send(call('removePushDevice', { query: { id } }), token)),
    new Promise((resolve) => {
      setTimeout(resolve, longestMs)
    }),
  ]).catch(() => {})
}

/**
 * Whether a settings save is in progress: a password change invalidates every token, and the answer has the new one.
 */
function isRenewing(store: AppStore): boolean {
  return Object.values(store.getState().api.mutations).some(
    (mutation) => mutation?.status === QueryStatus.pending && mutation.endpointName === 'editSettings',
  )
}

/**
 * Ends the session of a store, once. A rejected session is removed from the device, drafts stay, and the login page
 * opens. A late rejection of a token that this tab no longer uses is ignored. A newer session of another tab is never
 * touched: this tab reloads with it. Logout also works without a network.
 */
export function sessionEnd(store: () => AppStore, page: Page): SessionEnd {
  let isEnding = false
  const end: SessionEnd = {
    endDeadSession(token) {
      if (isRenewing(store())) {
        const stop = store().subscribe(() => {
          if (isRenewing(store())) return
          stop()
          end.endDeadSession(token)
        })
        return
      }
      const mine = store().getState().auth.token
      if (isEnding || (token !== null && token !== mine)) return
      isEnding = true
      if (isViewing()) return page.goTo(endOfView())
      const here = page.here()
      if (!forgetSession(mine)) return page.reload()
      store().dispatch(loggedOut())
      page.goTo(loginPath(here, 'signed_out'))
    },
    async logOut() {
      if (isEnding) return
      isEnding = true
      const { token } = store().getState().auth
      if (isViewing()) {
        await send(call('endViewing', {}), token, AbortSignal.timeout(5000))
        leaveViewing()
        return page.goTo('/dashboard/team')
      }
      await stopPush(token)
      await send(call('logout', {}), token, AbortSignal.timeout(5000))
      forgetSession(token)
      store().dispatch(loggedOut())
      page.goTo('/auth/login')
    },
  }
  return end
}
