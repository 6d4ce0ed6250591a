// Owns what members do with lists of contacts: saved lists, bulk actions and their undo, exports. Emits no events of its
// own. Separate from contacts because lists and bulk actions use audiences, groups and messages, which come later.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'
import { contactRun } from './runs.ts'
import { listsWithFields, listsWithFilters, listsWithGroup } from './views/uses.ts'

export { deleteUndoSnapshotsOfRuns } from './jobs.ts'
export { contactRun, runContactActions } from './runs.ts'

export const module = defineModule({
  name: 'contact-lists',
  owns: ['contact_run', 'contact_run_undo', 'contact_view'],
  contactData,
  uses: { ofGroup: listsWithGroup, ofFields: listsWithFields, withFilters: listsWithFilters },
  routes,
  crons,
  durableRuns: [contactRun],
})
