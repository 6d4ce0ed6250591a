import { mapToSocketEvents, type SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { BroadcastChanged } from './events.ts'

/** One event per broadcast and read, however often it changed: pages fetch what they show. */
export const broadcastEvents = [
  mapToSocketEvents(BroadcastChanged, 'broadcasts.read', async (_view, payloads) =>
    [...new Set(payloads.flatMap(({ ids }) => ids))].map((id): SocketEvent => ({
      event: 'broadcast-updated',
      data: { id },
    })),
  ),
]
