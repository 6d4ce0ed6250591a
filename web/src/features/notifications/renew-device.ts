import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { addDeviceEndpoint, askForPrefs } from './api.ts'
import { reachedNow, thisDevice } from './push.ts'

// The thunks of the query library name the whole state they need; here it is one of several.
// oxlint-disable-next-line typescript/no-explicit-any
type Dispatch = ThunkDispatch<any, any, UnknownAction>

let isRenewed = false

/**
 * Tells the server once for each page that this browser gets push messages still, so that they end together with the
 * sign-in that is used now; a browser the server does not know here is left alone.
 */
export async function renewDevice(dispatch: Dispatch): Promise<void> {
  const id = thisDevice()
  const { data } = await dispatch(askForPrefs())
  if (isRenewed || !data?.devices.some((one) => one.id === id)) return
  isRenewed = true
  const reached = await reachedNow()
  if (reached) await dispatch(addDeviceEndpoint.initiate(reached))
}
