import type { ContactRun } from '@crewline/contract/contact-lists'
import type { EnhancedStore, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { isRefusal } from '../../../shared/api/send.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { contactRun } from './actions-api.ts'

/** What following a run needs of the store. */
export type RunStore = Pick<EnhancedStore<SessionState>, 'getState' | 'subscribe'> & {
  dispatch: ThunkDispatch<SessionState, unknown, UnknownAction>
}

/**
 * Follows a run to its end, as live events report it; resolves to undefined when it may no longer be read. A failed
 * request is repeated with the next event, or when the connection is back.
 */
export async function followRun(
  store: RunStore,
  id: string,
  onProgress: (run: ContactRun) => void,
): Promise<ContactRun | undefined> {
  const subscription = store.dispatch(contactRun.initiate(id, { forceRefetch: true }))
  const select = contactRun.select(id)
  let stopLooking: () => void = () => {}
  const over = new Promise<ContactRun | undefined>((resolve) => {
    let shown: ContactRun | undefined
    const look = () => {
      const { data, isError, error } = select(store.getState() as never)
      if (isError && isRefusal(error) && error.status >= 400 && error.status < 500) return resolve(undefined)
      if (!data || data === shown) return
      shown = data
      onProgress(data)
      if (data.state !== 'running') resolve(data)
    }
    stopLooking = store.subscribe(look)
    look()
  })
  const run = await over
  stopLooking()
  subscription.unsubscribe()
  return run
}
