import { mapToSocketEvents } from '../../kernel/realtime/socket-events.ts'
import { ShiftsChanged } from './events.ts'

/** The socket event for changes of shifts; many changes at once are one event. */
export const shiftEvents = [
  mapToSocketEvents(ShiftsChanged, 'contacts.read', async () => [{ event: 'shifts-updated', data: {} }]),
]
