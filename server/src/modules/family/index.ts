// Owns what a parent organization hands down to its children, and what became of it there.
// Tells nobody anything of its own; follows `group.edited` and `field.changed`.
// Must never show one organization's people to another: rules and fields go down, counts come up.
import { defineRoom } from '../../kernel/room.ts'
import { followFamily, startFollowing } from './following.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export { followFamily }
export { share } from './sharing.ts'

export const room = defineRoom({
  name: 'family',
  owns: ['share', 'share_copy'],
  routes,
  crons,
  runs: { role: 'worker', start: async (kernel) => startFollowing(kernel) },
})
