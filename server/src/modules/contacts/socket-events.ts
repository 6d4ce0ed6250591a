import type { ContactSummary } from '@crewline/contract/contacts'
import { mapToSocketEvents, type SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { ConsentChanged } from '../consent/index.ts'
import { ContactChanged } from './events.ts'
import { summariesByPhones, summariesOf } from './views.ts'

/** Notifies browsers when a contact's name, number or reachability changes. */
export const contactUpdates = [
  mapToSocketEvents(ContactChanged, 'contacts.read', async (view, payloads) =>
    toContactEvents(
      await summariesOf(
        view.db,
        view.country,
        payloads.flatMap((payload) => payload.contactIds),
      ),
    ),
  ),
  mapToSocketEvents(ConsentChanged, 'contacts.read', async (view, payloads) =>
    toContactEvents(
      await summariesByPhones(
        view.db,
        view.country,
        payloads.flatMap((payload) => payload.phones),
      ),
    ),
  ),
]

/**
 * Above this number of contacts, browsers get one event: an import must not send two hundred thousand events to every
 * browser.
 */
const EACH_UP_TO = 100

function toContactEvents(summaries: ContactSummary[]): SocketEvent[] {
  if (summaries.length > EACH_UP_TO) return [{ event: 'contacts-updated', data: {} }]
  return summaries.map((contact) => ({ event: 'contact-updated', data: { contact } }))
}
