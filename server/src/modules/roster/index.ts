// Owns what is done to many workers or to a whole person: acts on many, lists kept under a name, merges, erasure, exports.
// Tells nobody anything of its own.
// Must never know how a carrier speaks.
import { defineRoom } from '../../kernel/room.ts'
import { fieldUses } from '../fields/index.ts'
import { groupUses } from '../groups/index.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'
import { startContactRuns } from './runs.ts'
import { usesOfFields, usesOfGroup } from './views/uses.ts'

fieldUses.fill(usesOfFields)
groupUses.fill(usesOfGroup)

export { finishErasures } from './erase.ts'
export { forgetMerges, forgetTracesOfRuns } from './jobs.ts'
export { collectStrays } from './strays.ts'
export { runContactActs } from './runs.ts'

export const room = defineRoom({
  name: 'roster',
  owns: [
    'contact_run',
    'contact_run_trace',
    'contact_view',
    'contact_pair_dismissed',
    'contact_merge',
    'contact_erasure',
  ],
  routes,
  crons,
  runs: { role: 'worker', start: async (kernel) => startContactRuns(kernel) },
})
