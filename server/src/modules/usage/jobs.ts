import { defineCron } from '../../kernel/jobs/define.ts'
import { recount } from './counting.ts'

/** The net below the counting: what an older version handed over, or a restored database forgot, is found at night. */
export const crons = [
  defineCron({
    name: 'usage.recount',
    at: '47 3 * * *',
    run: async (kernel) => {
      for (const wrong of await recount(kernel)) kernel.log.warn(wrong, 'usage: a counter was wrong and is right now')
    },
  }),
]
