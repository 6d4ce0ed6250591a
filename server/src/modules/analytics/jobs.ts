import { defineCron } from '../../kernel/jobs/define.ts'
import { countDays, verifyDays } from './counting.ts'

export const crons = [
  defineCron({ name: 'analytics.count-days', at: '* * * * *', run: countDays }),
  // Finds what an older version wrote, and what a restored database lost.
  defineCron({
    name: 'analytics.verify-days',
    at: '27 4 * * *',
    run: async (kernel) => {
      for (const wrong of await verifyDays(kernel))
        kernel.log.warn(wrong, 'analytics: wrong figures of a day were corrected')
    },
  }),
]
