import { SWITCH_WATCHDOG_MS } from '@crewline/contract/limits'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from '../../shared/api/base.ts'
import { switchFailed, switchPending, switchSucceeded } from '../../shared/lib/session/auth.slice.ts'
import { siblingsReset } from '../../shared/lib/session/message.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { switchOrg } from './api.ts'
import { maySwitch } from './switch-rules.ts'

/** The part of the store a switch works on. */
export interface SwitchStore {
  getState: () => unknown
  // The thunks of the query library name the whole state they need; here it is one of several.
  // oxlint-disable-next-line typescript/no-explicit-any
  dispatch: ThunkDispatch<any, any, UnknownAction>
}

/** What a switch tells the page. */
export interface SwitchHearing {
  /** The other organization is open from now on; called just before the session changes, so that both show at once. */
  onOpened: () => void
  /** It could not be opened, or not in time. */
  onFailed: () => void
}

/**
 * Opens another organization; nothing happens when the guard does not allow it. Everything of the one before goes: caches,
 * counts, selections. After 15 s without an answer the overlay lifts with a failure; an answer that comes later still
 * counts unless the session changed meanwhile, because the token of the organization before dies with it.
 */
export async function switchTo(store: SwitchStore, targetId: string, hearing: SwitchHearing): Promise<void> {
  const session = () => (store.getState() as SessionState).auth
  if (!maySwitch(session(), targetId)) return
  const { token } = session()
  let isOver = false
  function fail(): void {
    if (isOver) return
    isOver = true
    store.dispatch(switchFailed())
    hearing.onFailed()
  }
  store.dispatch(switchPending())
  const watchdog = setTimeout(fail, SWITCH_WATCHDOG_MS)
  const asked = store.dispatch(switchOrg.initiate(targetId))
  const { data } = await asked
  clearTimeout(watchdog)
  // Logged out, or switched on by a second try: this answer is nobody's any more.
  if (session().token !== token) return
  if (!data) return fail()
  isOver = true
  hearing.onOpened()
  store.dispatch(switchSucceeded(data))
  store.dispatch(siblingsReset(data.organization.id))
  store.dispatch(api.util.resetApiState())
}
