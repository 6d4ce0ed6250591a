// Owns sending and receiving: leases lines, submits messages to carriers, resolves unknown outcomes, handles webhooks,
// and keeps events that could not be stored. Publishes no events of its own; the messages module does. Must never
// depend on who reads an inbox.
import { defineModule } from '../../kernel/module.ts'
import { startAsking } from './ask-carriers.ts'
import { contactData } from './contact-data.ts'
import { figures } from './figures.ts'
import { hooks } from './hooks.ts'
import { routes } from './routes.ts'
import { sealedColumns } from './sealed-columns.ts'
import { sealedFiles } from './sealed-files.ts'
import { startSender } from './sender.ts'
import { crons, backfillAtStart } from './backfill.ts'

export { brandToday, type BrandToday } from './brand-day.ts'
export { announceLines } from './announce.ts'
export { receiveFromCarrier } from './webhook-handler.ts'
export { quarantineForOperator, replayAllQuarantined } from './operator.ts'
export { decideAsOperator, reviewsForOperator } from './restored-operator.ts'
export { beginReviews, countReviews, warnOfReviews } from './restored.ts'

export const module = defineModule({
  name: 'delivery',
  owns: ['line_lease', 'brand_day', 'unknown_outcome', 'quarantined_event', 'restore_review'],
  contactData,
  sealedColumns,
  sealedFiles,
  routes,
  hooks,
  crons,
  figures,
  runs: [
    { role: 'sender', start: startSender },
    { role: 'sender', start: startAsking },
    { role: 'worker', start: backfillAtStart },
  ],
})
