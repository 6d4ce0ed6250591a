// Owns how long each class of data is kept, and the purges that delete what is past its period. What a class is and how it
// is deleted is declared by the module that owns the data (`retainedData`). Must never delete what a legal hold covers.
import { defineModule } from '../../kernel/module.ts'
import { crons } from './jobs.ts'
import { purgeRun } from './purge.ts'
import { routes } from './routes.ts'

export { beginPurges } from './jobs.ts'
export { passPurges } from './purge.ts'

export const module = defineModule({
  name: 'retention',
  owns: ['retention_setting', 'retention_run'],
  routes,
  crons,
  durableRuns: [purgeRun],
})
