import { defineCron } from '../../kernel/jobs/define.ts'
import { countDays, recountFigures } from './counting.ts'

export const crons = [
  defineCron({ name: 'analytics.count-days', at: '3,13,23,33,43,53 * * * *', run: countDays }),
  // Finds what an older version wrote, and what a restored database lost.
  defineCron({
    name: 'analytics.recount',
    at: '27 4 * * *',
    run: async (kernel) => {
      for (const corrected of await recountFigures(kernel))
        kernel.log.warn(corrected, 'analytics: wrong figures of some days were corrected')
    },
  }),
]
