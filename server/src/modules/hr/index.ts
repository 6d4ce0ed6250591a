// Owns the connection to an HR system: who there is which contact, what each sync found and changed, and the groups that
// fill themselves. Publishes `hr.changed`; contacts and groups publish theirs. Must never erase a contact or end an
// opt-out.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { linkedSystem } from '../transfers/index.ts'
import { contactData } from './contact-data.ts'
import { hooks } from './hooks.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'
import { sealedColumns } from './sealed-columns.ts'
import { hrEvents } from './socket-events.ts'
import { startSftp } from './sftp/server.ts'
import { syncRun } from './sync.ts'
import { systemLinkedTo } from './views.ts'
import { connectorWithFields } from './uses-views.ts'

export { hrIntegrations } from './views.ts'
export { finishConnection, openConnectionPage } from './connecting.ts'
export { holdWelcomes } from './welcome.ts'
export { passSyncs, type StepSizes } from './sync.ts'

export const module = defineModule({
  name: 'hr',
  owns: [
    'hr_connection',
    'hr_person',
    'hr_group',
    'hr_sync',
    'hr_row',
    'hr_file',
    'hr_file_row',
    'hr_key',
    'hr_scim_person',
    'hr_welcome',
  ],
  provides: [provide(linkedSystem, systemLinkedTo)],
  contactData,
  uses: { ofFields: connectorWithFields },
  sealedColumns,
  routes,
  hooks,
  toSocketEvents: hrEvents,
  crons,
  durableRuns: [syncRun],
  runs: { role: 'web', start: startSftp },
})
