import type { RouteName } from '@crewline/contract/routes.gen'
import { isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit'
import { pastDueSeen } from '../lib/session/auth.slice.ts'
import type { SessionState } from '../lib/session/select.ts'
import { toast } from '../ui/toast.tsx'
import { isRefusal, type Refusal, type Success } from './send.ts'

/** Calls that a past-due account may still make: their answers say nothing about the block. */
const pastDueAllowed = new Set<string>(['me', 'login', 'logout'] satisfies RouteName[])

interface Request {
  type?: 'query' | 'mutation'
  endpointName?: string
}

function requestOf(action: { meta?: unknown }): Request {
  return ((action.meta as { arg?: unknown } | undefined)?.arg ?? {}) as Request
}

/** What a refusal or an answer means for the past-due flag: true sets it, false clears it, undefined leaves it. */
export function pastDueVerdict({ type, endpointName }: Request, refusal: Pick<Refusal, 'status' | 'message'> | undefined): boolean | undefined {
  if (type !== 'query') return undefined
  if (refusal?.status === 401 && refusal.message === 'past_due') return true
  // No answer at all is not a result, and a call that is never blocked proves nothing.
  if (refusal?.status === 0 || pastDueAllowed.has(endpointName ?? '')) return undefined
  return false
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
      if (!String(action.type).startsWith('api/')) return result
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
