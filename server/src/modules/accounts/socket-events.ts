import { mapToSocketEvents } from '../../kernel/realtime/socket-events.ts'
import { PinsChanged } from './events.ts'

/** The socket event for the other tabs and devices of a user whose pins changed. Every role has `team.read`. */
export const accountEvents = [
  mapToSocketEvents(PinsChanged, 'team.read', async (_view, payloads) =>
    [...new Set(payloads.map(({ userId }) => userId))].map((userId) => ({ event: 'pins-updated', data: {}, userId })),
  ),
]
