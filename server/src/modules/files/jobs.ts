import { defineCron } from '../../kernel/jobs/define.ts'
import { deleteUnusedFiles } from './discard.ts'
import { forgetUnusedLogos } from './logos.ts'

/** Scheduled jobs of the files module. */
export const crons = [
  defineCron({ name: 'files.forget-unused', at: '37 3 * * *', run: deleteUnusedFiles }),
  defineCron({ name: 'files.forget-logos', at: '39 3 * * *', run: forgetUnusedLogos }),
]
