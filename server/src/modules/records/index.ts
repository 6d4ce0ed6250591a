// Owns exports of many conversations that prove that nothing in them was changed. Emits no events; the audit log records
// who took what. Must never write what it exports.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { neededForRequest } from '../legal-holds/index.ts'
import { contactData } from './contact-data.ts'
import { hooks } from './hooks.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'
import { isNeededForRequest } from './subject-views.ts'
import { exportRun } from './write.ts'

export { deleteExpired } from './jobs.ts'
export { publicKeyOf } from './signing.ts'
export { passExports } from './write.ts'

export const module = defineModule({
  name: 'records',
  owns: ['record_export', 'record_file', 'subject_request'],
  provides: [provide(neededForRequest, isNeededForRequest)],
  contactData,
  routes,
  hooks,
  crons,
  durableRuns: [exportRun],
})
