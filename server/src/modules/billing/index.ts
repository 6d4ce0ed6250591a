// Owns what organizations pay for: plans, invoices, reported usage, prepaid credit, spending caps. Publishes `billing.changed`; decides
// whether an organization is past due, and pauses broadcasts at the cap. Must never know card numbers: they are entered
// at the payment service.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { spendingCap, spendingLeft } from '../broadcasts/index.ts'
import { isCapReached, spendingLeftAt } from './cap.ts'
import { hooks } from './hooks.ts'
import { crons, runBilling } from './jobs.ts'
import { routes } from './routes.ts'
import { billingEvents } from './socket-events.ts'

export { BillingChanged } from './events.ts'
export { checkOut } from './service.ts'
export { syncOrganization } from './sync.ts'

export const module = defineModule({
  name: 'billing',
  owns: ['billing_account', 'billing_invoice', 'billing_report', 'billing_notice', 'billing_event'],
  provides: [provide(spendingCap, isCapReached), provide(spendingLeft, spendingLeftAt)],
  routes,
  hooks,
  toSocketEvents: billingEvents,
  crons,
  runs: { role: 'worker', start: async (kernel) => runBilling(kernel) },
})
