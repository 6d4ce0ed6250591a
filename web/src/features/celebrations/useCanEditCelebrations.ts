import { useCan, useSession } from '../../shared/lib/session/select.ts'

/** Returns whether the member may edit celebrations: those text everyone, so members limited to groups only read them. */
export function useCanEditCelebrations(): boolean {
  const seesEveryone = useSession(({ auth }) => auth.user?.scope === 'all')
  return useCan('broadcasts.send') && seesEveryone
}
