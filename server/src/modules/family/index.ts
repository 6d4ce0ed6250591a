// Owns what a parent organization shares with its children, the resulting copies, and what its teammates may do in them.
// Publishes no events of its own; handles `group.edited`, `field.changed` and `team.changed`. Must never show one
// organization's contacts to another: rules and fields are shared down, counts are shared up.
import { defineModule } from '../../kernel/module.ts'
import { followFamily, startFollowing } from './following.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export { followFamily }
export { productScope } from './end-grant.ts'
export { childById } from './grant-views.ts'
export { checkOffer, makeOffer } from './grants.ts'
export { share } from './sharing.ts'
export { childrenOf } from './views.ts'

export const module = defineModule({
  name: 'family',
  owns: ['share', 'share_copy', 'org_grant'],
  routes,
  crons,
  runs: { role: 'worker', start: async (kernel) => startFollowing(kernel) },
})
