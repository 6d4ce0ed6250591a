import { SWITCH_WATCHDOG_MS } from '@crewline/contract/limits'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from '../../shared/api/base.ts'
import { switchFailed, switchPending, switchSucceeded } from '../../shared/lib/session/auth.slice.ts'
import { siblingsReset } from '../../shared/lib/session/message.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { switchOrg } from './api.ts'
import { maySwitch } from './switch-rules.ts'

/** The part of the store that a switch uses. */
export interface SwitchStore {
  getState: () => unknown
  // The thunks of the query library require the whole state type; here it is one of several.
  // oxlint-disable-next-line typescript/no-explicit-any
  dispatch: ThunkDispatch<any, any, UnknownAction>
}

/** Callbacks of a switch. */
export interface SwitchHearing {
  /** Called when the switch succeeded, just before the session changes, so that both render together. */
  onOpened: () => void
  /** Called when the switch failed or timed out. */
  onFailed: () => void
}

/**
 * Switches to another organization; does nothing when `maySwitch` returns false. Clears everything of the previous one:
 * caches, counts, selections. After 15 s without a response the overlay lifts with an error; a later response is still
 * applied unless the session changed meanwhile, because the token of the previous organization is no longer valid.
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
  const request = store.dispatch(switchOrg.initiate(targetId))
  const { data } = await request
  clearTimeout(watchdog)
  // The user logged out or switched again meanwhile, so this response is dropped.
  if (session().token !== token) return
  if (!data) return fail()
  isOver = true
  hearing.onOpened()
  store.dispatch(switchSucceeded(data))
  store.dispatch(siblingsReset(data.organization.id))
  store.dispatch(api.util.resetApiState())
}
