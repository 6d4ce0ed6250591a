import { isFulfilled, isRejectedWithValue, type Middleware, type UnknownAction } from '@reduxjs/toolkit'
import { pastDueSeen } from '../lib/session/auth.slice.ts'
import type { SessionState } from '../lib/session/select.ts'
import { bearerOf } from '../lib/session/state.ts'
import { toast } from '../ui/toast.tsx'
import { requestMeta } from './answered.ts'
import { pastDueVerdict, type Request } from './past-due.ts'
import { isRefusal, type Success } from './send.ts'

/** Calls whose refusal the caller puts into words of its own. */
const toldByCaller = new Set(['switchOrg', 'createContact'])

function requestOf(action: UnknownAction): Request {
  const { arg } = action['meta'] as { arg?: { type?: 'query' | 'mutation' } }
  return { ...arg, name: requestMeta(action)?.name }
}

/** What the server answered last, whatever an endpoint made of it; of answers in pages the last page. */
function newestAnswer(action: UnknownAction): Partial<Success> | undefined {
  const { pages } = (action['payload'] ?? {}) as { pages?: unknown[] }
  return (Array.isArray(pages) ? pages.at(-1) : requestMeta(action)?.reply) as Partial<Success> | undefined
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
      // A late refusal of a session that was left says nothing about this one.
      const isLate = refusal !== undefined && refusal.token !== bearerOf((getState() as SessionState).auth)
      const verdict = isLate ? undefined : pastDueVerdict(requestOf(action), refusal)
      if (verdict !== undefined && (getState() as SessionState).auth.pastDue !== verdict) dispatch(pastDueSeen(verdict))
      if (refusal?.status === 403) onDead(refusal.token)
      else if (refusal?.notification && !isLate && !toldByCaller.has(requestMeta(action)?.name ?? ''))
        toast.api(refusal.notification, 'ERROR')
      else if (isAnswer) {
        const notification = newestAnswer(action)?.notification
        if (notification) toast.api(notification, 'OK')
      }
      return result
    }
}
