// Owns files of people on their way in: read, matched, checked, corrected, brought in, taken back.
// Tells nobody anything of its own; what changes is told by the rooms that own it.
// Must never know messages.
import { defineRoom } from '../../kernel/room.ts'
import { crons } from './jobs.ts'
import { startImports } from './passes.ts'
import { routes } from './routes.ts'

export { eraseRows } from './store/erasing.ts'
export { forgetImports } from './jobs.ts'
export { passImports } from './passes.ts'
export { commit as commitOf } from './running/commit.ts'
export { match as matchOf } from './checking/match.ts'
export { readOne as readOf } from './views.ts'
export { upload as uploadOf } from './upload.ts'

export const room = defineRoom({
  name: 'imports',
  owns: ['import', 'import_part', 'import_row', 'import_trace', 'import_memory'],
  routes,
  crons,
  runs: { role: 'worker', start: async (kernel) => startImports(kernel) },
})
