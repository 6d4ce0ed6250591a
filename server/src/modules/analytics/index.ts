// Counts what was sent, delivered and answered on given days, from the same rows as the lists; days that are over are
// counted ahead (ADR 0137). Publishes no events. No other module may depend on it; it is last in the module order.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export const module = defineModule({
  name: 'analytics',
  owns: [
    'figure_coverage',
    'figure_day',
    'figure_sender_day',
    'figure_contact_day',
    'figure_contact_month',
    'figure_answer',
    'figure_change',
    'figure_kept',
  ],
  contactData,
  crons,
  routes,
})
