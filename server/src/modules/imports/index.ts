// Owns imports of contacts: reads, matches, checks, corrects, runs and undoes them. Publishes no events of its own; the
// modules that own the changed data publish them. Must not depend on messages.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { crons } from './jobs.ts'
import { importRun } from './passes.ts'
import { routes } from './routes.ts'

export { dateOrderOf, readBirthday, readDate } from './checking/date-rules.ts'
export { splitName } from './checking/name-rules.ts'
export { readStatus } from './checking/status-rules.ts'
export { targetOfHeader } from './matching/header-words.ts'
export { readTable } from './reading/read-table.ts'
export { FileRefused } from './reading/refused.ts'
export { deleteOldImports } from './jobs.ts'
export { importRun, passImports } from './passes.ts'
export { commit as commitOf } from './running/commit.ts'
export { match as matchOf } from './checking/match.ts'
export { readOne as readOf } from './views.ts'
export { upload as uploadOf } from './upload.ts'

export const module = defineModule({
  name: 'imports',
  owns: ['import', 'import_part', 'import_row', 'import_undo', 'import_memory'],
  contactData,
  routes,
  crons,
  durableRuns: [importRun],
})
