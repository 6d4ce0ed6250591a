import { defineCron } from '../../kernel/jobs/define.ts'
import { recount } from './counting.ts'

/** The nightly recount: it finds hand-offs by an older version and those lost by a restored database. */
export const crons = [
  defineCron({
    name: 'usage.recount',
    at: '47 3 * * *',
    run: async (kernel) => {
      for (const corrected of await recount(kernel)) kernel.log.warn(corrected, 'usage: a wrong counter was corrected')
    },
  }),
]
