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

/** More workers than this at once are told as one event: an import must not send two hundred thousand to every browser. */
const EACH_UP_TO = 100

function told(heads: ContactHead[]): Told[] {
  if (heads.length > EACH_UP_TO) return [{ event: 'contacts-updated', data: {} }]
  return heads.map((contact) => ({ event: 'contact-updated', data: { contact } }))
}
