import { RUN_KINDS } from '@crewline/contract/events'
import { mapToSocketEvents, type SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { HrChanged } from './events.ts'

/** Tells open pages of those who manage the organization to fetch the HR system again, as the steps of a sync do. */
export const hrEvents = [
  mapToSocketEvents(HrChanged, 'organization.manage', async ({ orgId }): Promise<SocketEvent[]> => [
    { event: 'run-updated', data: { kind: RUN_KINDS.hr, id: orgId } },
  ]),
]
