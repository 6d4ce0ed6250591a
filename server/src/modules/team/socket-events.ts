import { mapToSocketEvents } from '../../kernel/realtime/socket-events.ts'
import { TeamChanged } from './events.ts'

/** The socket event for changes of the team; many changes at once are one event. */
export const teamEvents = [
  mapToSocketEvents(TeamChanged, 'team.read', async () => [{ event: 'team-updated', data: {} }]),
]
