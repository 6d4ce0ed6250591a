import { defineCron } from '../../kernel/jobs/define.ts'
import { forgetUnused } from './discard.ts'

/** What files need by the clock. */
export const crons = [defineCron({ name: 'files.forget-unused', at: '37 3 * * *', run: forgetUnused })]
