// Owns what a parent organization shares with its children, the resulting copies, what its teammates may do in them, and the
// transfer of people between organizations of one family. Publishes no events of its own; handles `group.edited`,
// `field.changed` and `team.changed`. Must never show one organization's contacts to another, except a person whom a member
// transfers or offers.
import { defineModule } from '../../kernel/module.ts'
import { followFamily, startFollowing } from './following.ts'
import { crons } from './jobs.ts'
import { contactData } from './contact-data.ts'
import { routes, transferRoutes } from './routes.ts'

export { followFamily }
export { checkOffer, makeOffer } from './grants.ts'
export { share } from './sharing.ts'
export { childrenOf } from './views.ts'

export const module = defineModule({
  name: 'family',
  owns: ['share', 'share_copy', 'org_grant', 'contact_transfer', 'contact_arrival', 'contact_arrival_text'],
  contactData,
  routes: [...routes, ...transferRoutes],
  crons,
  runs: { role: 'worker', start: async (kernel) => startFollowing(kernel) },
})
