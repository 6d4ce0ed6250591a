// Owns the transfer of people between organizations of one family: offers, what came along with a person, and taking it back.
// Publishes no events of its own; handles `consent.changed`, so that an opt-out reaches where a person went. Must never show one organization's contacts to another, except a person whom a member
// transfers or offers.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { followOptOuts, startFollowing } from './following.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export { followOptOuts }
export { linkedSystem } from './ports.ts'

export const module = defineModule({
  name: 'transfers',
  owns: ['contact_transfer', 'contact_arrival', 'contact_arrival_text'],
  contactData,
  routes,
  crons,
  runs: { role: 'worker', start: async (kernel) => startFollowing(kernel) },
})
