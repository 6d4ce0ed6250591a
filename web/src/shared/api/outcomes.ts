import { isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit'
import { pastDueSeen } from '../lib/session/auth.slice.ts'
import type { SessionState } from '../lib/session/select.ts'
import { toast } from '../ui/toast.tsx'
import { pastDueVerdict, type Request } from './past-due.ts'
import { isRefusal, type Success } from './send.ts'

function requestOf(action: { meta?: unknown }): Request {
  return (action.meta as { arg?: unknown } | undefined)?.arg ?? {}
}

/**
 * What follows from any answer, whoever asked: a dead session (403) is told to `onDead` with the token it was made with,
 * the past-due flag follows the queries, and the server's notification becomes a toast.
 */
export function outcomes(onDead: (token: string | null) => void): Middleware {
  return ({ dispatch, getState }) =>
    (next) =>
    (action) => {
      const result = next(action)
      const isAnswer = isFulfilled(action)
      if (!isAnswer && !isRejectedWithValue(action)) return result
      if (!action.type.startsWith('api/')) return result
      const refusal = !isAnswer && isRefusal(action.payload) ? action.payload : undefined
      const verdict = pastDueVerdict(requestOf(action), refusal)
      if (verdict !== undefined && (getState() as SessionState).auth.pastDue !== verdict) dispatch(pastDueSeen(verdict))
      if (refusal?.status === 403) onDead(refusal.token)
      else if (refusal?.notification) toast.api(refusal.notification, 'ERROR')
      else if (isAnswer) {
        const page = action.payload as Partial<Success> | undefined
        if (page?.notification) toast.api(page.notification, 'OK')
      }
      return result
    }
}
