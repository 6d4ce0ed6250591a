// Counts what was sent, delivered and answered on given days, from the same rows as the lists; days that are over are
// counted ahead (ADR 0143). Publishes no events. No other module may depend on it; it is last in the module order.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export const module = defineModule({
  name: 'analytics',
  owns: [
    'figure_contact',
    'figure_day',
    'figure_month',
    'figure_change',
    'figure_range',
    'figure_today',
    'figure_today_change',
    'figure_failure',
    'contact_count',
  ],
  contactData,
  crons,
  routes,
})
