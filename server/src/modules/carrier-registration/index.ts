// Owns what an organization says to be registered with carriers, and the registrations of companies and numbers. Publishes
// no events of its own. Must never return a tax number, nor submit what a known check rejects.
import { defineModule } from '../../kernel/module.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'
import { sealedColumns } from './sealed-columns.ts'

export { followUpDue } from './follow-up.ts'

export const module = defineModule({
  name: 'carrier-registration',
  owns: ['carrier_registration_form', 'carrier_registration'],
  sealedColumns,
  routes,
  crons,
})
