import { defineCron } from '../../kernel/jobs/define.ts'
import { deleteExpiredCodes } from './prune.ts'

/** Scheduled jobs of the links module. */
export const crons = [defineCron({ name: 'links.prune', at: '52 3 * * *', run: deleteExpiredCodes })]
