import type { Permission } from '@crewline/contract/permissions'
import { useSelector } from 'react-redux'
import type { WsState } from '../../live/ws.slice.ts'
import type { RememberedState } from './state.ts'

/** The parts of the store that every feature may read. */
export interface SessionState extends RememberedState {
  ws: WsState
}

/** Reads from the session; renders again only when the answer changes. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useSelector(select)
}

/** Whether the signed-in member may do this; the server decides, this only hides what would be refused. */
export function useCan(permission: Permission): boolean {
  return useSession(({ auth }) => auth.user?.permissions.includes(permission) ?? false)
}

/** Whether the account is past due, so that everything but paying and leaving is on hold. */
export function usePastDue(): boolean {
  return useSession(({ auth }) => auth.pastDue || auth.organization?.standing === 'past_due')
}
