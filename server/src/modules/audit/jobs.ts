import { defineCron } from '../../kernel/jobs/define.ts'
import { sealEntries } from './seal.ts'

/** Seals entries that were committed long after their ids were made, or while no worker ran. */
export const crons = [
  defineCron({ name: 'audit.seal', at: '37 2 * * *', run: (kernel) => sealEntries(kernel, new Date(0)) }),
]
