import { Id } from '@crewline/contract/ids'
import { PRESENCE_EXPIRY_MS } from '@crewline/contract/limits'
import { z } from 'zod'
import type { Kernel } from '../../kernel/kernel.ts'
import { buildPresenceTracker, type PresentAt } from '../../kernel/realtime/presence-tracker.ts'
import type { ClientEventHandler, SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { summariesOf } from '../contacts/index.ts'

const PresenceInput = z.object({ contactId: Id.nullable() })

const viewers = buildPresenceTracker('presence', PRESENCE_EXPIRY_MS)

/** Pushes the viewers of a conversation to the requesting member and all members with inbox access. */
export const presenceHandler: ClientEventHandler = {
  event: 'presence',
  others: 'inbox.read',
  echoes: true,
  handle: async (scope, data, kernel) => {
    const input = PresenceInput.safeParse(data)
    if (!input.success || !scope.can('inbox.read')) return []
    const { contactId } = input.data
    if (contactId !== null && (await summariesOf(scope.db, scope.org.country, [contactId])).length === 0) return []
    return viewers.move(scope, kernel, contactId).map(presenceEvent)
  },
  onDisconnect: async (scope, kernel) => viewers.move(scope, kernel, null).map(presenceEvent),
}

/** Receives the viewers reported by other processes, for the life of the process. */
export function subscribeToPresence(kernel: Kernel): void {
  viewers.subscribe(kernel)
}

function presenceEvent({ place, users }: PresentAt): SocketEvent {
  return { event: 'presence', data: { contactId: place, viewers: users } }
}
