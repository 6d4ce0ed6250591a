// Owns what is done to many contacts or to a whole contact: bulk actions, saved lists, merges, erasure, exports. Emits
// no events of its own. Must never know how carriers work.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { fieldUses } from '../fields/index.ts'
import { groupUses } from '../groups/index.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'
import { contactRun } from './runs.ts'
import { usesOfFields, usesOfGroup } from './views/uses.ts'

export { finishErasures } from './erase.ts'
export { deleteMergeUndo as forgetMerges, deleteUndoSnapshotsOfRuns } from './jobs.ts'
export { collectUnmatched } from './unmatched.ts'
export { contactRun, runContactActions as runContactActs } from './runs.ts'

export const module = defineModule({
  name: 'roster',
  owns: [
    'contact_run',
    'contact_run_undo',
    'contact_view',
    'contact_pair_dismissed',
    'contact_merge',
    'contact_erasure',
  ],
  provides: [provide(fieldUses, usesOfFields), provide(groupUses, usesOfGroup)],
  routes,
  crons,
  durableRuns: [contactRun],
})
