import { defineCron } from '../../kernel/jobs/define.ts'
import { handDown } from './hand-down.ts'
import { parentsWithShares } from './views.ts'

export const crons = [
  defineCron({
    name: 'family.hand-down',
    at: '40 3 * * *',
    // Children that came since, whose sync was switched, or that could not take something before.
    run: async (kernel) => {
      const system = kernel.database.asSystem('every family is brought up to date at night')
      // oxlint-disable-next-line no-await-in-loop -- one family after the other
      for (const parentId of await parentsWithShares(system)) await handDown(kernel, parentId)
    },
  }),
]
