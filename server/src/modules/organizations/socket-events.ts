import { mapToSocketEvents } from '../../kernel/realtime/socket-events.ts'
import { OrganizationChanged } from './events.ts'
import { organizationOf } from './views.ts'

/** The socket event for changes of the organization; many changes at once are one event. Every role has `team.read`. */
export const organizationEvents = [
  mapToSocketEvents(OrganizationChanged, 'team.read', async ({ db, orgId }) => [
    { event: 'organization-updated', data: { organization: (await organizationOf(db, orgId)).organization } },
  ]),
]
