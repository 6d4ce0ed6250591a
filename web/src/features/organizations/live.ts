import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import { organizationChanged } from '../../shared/lib/session/auth.slice.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'

interface LiveStore {
  dispatch: (action: { type: string; payload?: unknown } | ReturnType<typeof api.util.invalidateTags>) => unknown
}

/** Shows the new name of the organization at once, and fetches what else is known about it, and shifts, again. */
export function organizationLive({ dispatch }: LiveStore): Reactions {
  return {
    'organization-updated'({ organization }) {
      dispatch(organizationChanged(organization))
      dispatch(api.util.invalidateTags([listOf('OrgSettings'), listOf('Holiday'), tagOf('Me', 'me')]))
    },
    'shifts-updated'() {
      dispatch(api.util.invalidateTags(['Shift']))
    },
  }
}
