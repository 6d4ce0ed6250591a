import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { addDeviceEndpoint, fetchPrefs } from './api.ts'
import { reachedNow, thisDevice } from './push.ts'

// The thunks of the query library require the whole state type; here it is one of several.
// oxlint-disable-next-line typescript/no-explicit-any
type Dispatch = ThunkDispatch<any, any, UnknownAction>

let isRenewed = false

/**
 * Confirms the push registration of this browser once per page, so that push messages end together with the current
 * login. Does nothing for a browser that is not registered in this organization.
 */
export async function renewDevice(dispatch: Dispatch): Promise<void> {
  const id = thisDevice()
  const { data } = await dispatch(fetchPrefs())
  if (isRenewed || !data?.devices.some((device) => device.id === id)) return
  isRenewed = true
  const reached = await reachedNow()
  if (reached) await dispatch(addDeviceEndpoint.initiate(reached))
}
