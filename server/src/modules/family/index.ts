// Owns what a parent organization shares with its children, and the resulting copies. Publishes no events; handles
// `group.edited` and `field.changed`. Must never show one organization's contacts to another: rules and fields are
// shared down, counts are shared up.
import { defineModule } from '../../kernel/module.ts'
import { followFamily, startFollowing } from './following.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export { followFamily }
export { share } from './sharing.ts'

export const module = defineModule({
  name: 'family',
  owns: ['share', 'share_copy', 'org_grant'],
  routes,
  crons,
  runs: { role: 'worker', start: async (kernel) => startFollowing(kernel) },
})
