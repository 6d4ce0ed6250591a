import { defineCron } from '../../kernel/jobs/define.ts'
import { followGrants } from './end-grant.ts'
import { parentsWithGrants } from './grant-views.ts'
import { propagateShares, releaseUnrecorded } from './hand-down.ts'
import { parentsWithShares } from './views.ts'

export const crons = [
  defineCron({
    name: 'family.hand-down',
    at: '40 3 * * *',
    // Catches up new children, switched sync, and items a child could not take before.
    run: async (kernel) => {
      const system = kernel.database.asSystem('every family is synchronized at night')
      for (const parentId of await parentsWithShares(system)) await propagateShares(kernel, parentId)
      await releaseUnrecorded(kernel)
      for (const parentId of await parentsWithGrants(system)) await followGrants(kernel, parentId)
    },
  }),
]
