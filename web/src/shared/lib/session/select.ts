import type { Permission } from '@crewline/contract/permissions'
import { useSelector } from 'react-redux'
import type { WsState } from '../../live/ws.slice.ts'
import type { RememberedState } from './state.ts'

/** The parts of the store that every feature may read. */
export interface SessionState extends RememberedState {
  ws: WsState
}

/** Selects from the session; renders again only when the result changes. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useSelector(select)
}

/**
 * Returns whether the signed-in member has a permission; the server enforces it, this only hides what it would reject.
 */
export function useCan(permission: Permission): boolean {
  return useSession(({ auth }) => auth.user?.permissions.includes(permission) ?? false)
}

/** Returns whether the account is past due, so that only billing and logout are available. */
export function usePastDue(): boolean {
  return useSession(({ auth }) => auth.pastDue || auth.organization?.status === 'past_due')
}

/** Returns whether the organization requires two-step login now, which the member has not set up. */
export function useSecondStepNeeded(): boolean {
  return useSession(({ auth }) => {
    const from = auth.user?.mfa.neededFrom ?? null
    return from !== null && Date.parse(from) <= Date.now()
  })
}
