import { defineCron } from '../../kernel/jobs/define.ts'
import { deleteChanges } from './store.ts'
import { CHANGES_KEPT_MS } from './views/changes.ts'

export const crons = [
  defineCron({
    name: 'audience.forget-changes',
    at: '51 * * * *',
    run: (kernel) =>
      deleteChanges(
        kernel.database.asSystem('changes of the audiences of every organization are forgotten after a day'),
        new Date(kernel.world.now().getTime() - CHANGES_KEPT_MS),
      ),
  }),
]
