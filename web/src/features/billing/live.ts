import type { Organization } from '@crewline/contract/organizations'
import { api, reconnected } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import { organizationStatusChanged } from '../../shared/lib/session/auth.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'
import { checkPastDue } from '../inbox/index.ts'

interface LiveStore {
  getState: () => SessionState
  // oxlint-disable-next-line typescript/no-explicit-any -- the store's own dispatch, which also takes thunks
  dispatch: (action: any) => unknown
}

/**
 * Follows the account: an organization that is blocked is covered at once, and one that paid is uncovered and loaded
 * again, in every tab.
 */
export function billingLive({ getState, dispatch }: LiveStore): Reactions {
  const reload = () => dispatch(api.util.invalidateTags([listOf('Billing'), tagOf('Me', 'me')]))
  return {
    'billing-updated': reload,
    'organization-status'({ status }) {
      const before: Organization['status'] | undefined = getState().auth.organization?.status
      dispatch(organizationStatusChanged(status))
      reload()
      if (status !== 'active' || before === 'active') return
      // The flag is cleared by a call that was blocked; everything else is fetched again.
      void dispatch(checkPastDue())
      dispatch(reconnected())
    },
  }
}
