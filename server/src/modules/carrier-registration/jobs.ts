import { defineCron } from '../../kernel/jobs/define.ts'
import { followUpDue } from './follow-up.ts'

/** The cron jobs of the registration with carriers. */
export const crons = [defineCron({ name: 'carrier-registration.follow-up', at: '*/10 * * * *', run: followUpDue })]
