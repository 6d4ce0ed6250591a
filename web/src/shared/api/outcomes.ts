import { isFulfilled, isRejectedWithValue, type Middleware, type UnknownAction } from '@reduxjs/toolkit'
import { pastDueSeen } from '../lib/session/auth.slice.ts'
import type { SessionState } from '../lib/session/select.ts'
import { bearerOf } from '../lib/session/state.ts'
import { toast } from '../ui/toast/toast.tsx'
import { requestMeta } from './answered.ts'
import { derivePastDue, type Request } from './past-due.ts'
import { isRefusal, type Success } from './send.ts'

/** Calls whose rejection the caller explains itself. */
const handledByCaller = new Set(['switchOrg', 'createContact'])

function requestOf(action: UnknownAction): Request {
  const { arg } = action['meta'] as { arg?: { type?: 'query' | 'mutation' } }
  return { ...arg, name: requestMeta(action)?.name }
}

/** Returns the latest server response before an endpoint transformed it; of paged responses the last page. */
function newestAnswer(action: UnknownAction): Partial<Success> | undefined {
  const { pages } = (action['payload'] ?? {}) as { pages?: unknown[] }
  return (Array.isArray(pages) ? pages.at(-1) : requestMeta(action)?.reply) as Partial<Success> | undefined
}

/**
 * Handles the effects of every response: reports an invalid session (403) to `onDead` with the token of the call,
 * updates the past-due flag from queries, and shows the server's notification as a toast.
 */
export function outcomes(onDeadSession: (token: string | null) => void): Middleware {
  return ({ dispatch, getState }) =>
    (next) =>
    (action) => {
      const result = next(action)
      const isAnswer = isFulfilled(action)
      if (!isAnswer && !isRejectedWithValue(action)) return result
      if (!action.type.startsWith('api/')) return result
      const refusal = !isAnswer && isRefusal(action.payload) ? action.payload : undefined
      // A late rejection of a previous session says nothing about the current one.
      const isLate = refusal !== undefined && refusal.token !== bearerOf((getState() as SessionState).auth)
      const isPastDue = isLate ? undefined : derivePastDue(requestOf(action), refusal)
      if (isPastDue !== undefined && (getState() as SessionState).auth.pastDue !== isPastDue)
        dispatch(pastDueSeen(isPastDue))
      if (refusal?.status === 403) onDeadSession(refusal.token)
      else if (refusal?.notification && !isLate && !handledByCaller.has(requestMeta(action)?.name ?? ''))
        toast.api(refusal.notification, 'ERROR')
      else if (isAnswer) {
        const notification = newestAnswer(action)?.notification
        if (notification) toast.api(notification, 'OK')
      }
      return result
    }
}
