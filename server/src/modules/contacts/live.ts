import type { ContactHead } from '@crewline/contract/contacts'
import { defineTeller, type Told } from '../../kernel/realtime/live.ts'
import { ConsentChanged } from '../consent/index.ts'
import { ContactChanged } from './facts.ts'
import { headsByPhones, headsOf } from './views.ts'

/** Browsers hear of a worker whose name, number or permission changed. */
export const contactUpdates = [
  defineTeller(ContactChanged, 'contacts.read', async (view, payloads) =>
    told(
      await headsOf(
        view.db,
        view.country,
        payloads.flatMap((payload) => payload.contactIds),
      ),
    ),
  ),
  defineTeller(ConsentChanged, 'contacts.read', async (view, payloads) =>
    told(
      await headsByPhones(
        view.db,
        view.country,
        payloads.flatMap((payload) => payload.phones),
      ),
    ),
  ),
]

function told(heads: ContactHead[]): Told[] {
  return heads.map((contact) => ({ event: 'contact-updated', data: { contact } }))
}
