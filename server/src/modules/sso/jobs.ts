import { defineCron } from '../../kernel/jobs/define.ts'
import { deleteOldAttempts } from './store/attempts.ts'

/** Deletes old log-ins once an hour. */
export const forgetAttempts = defineCron({
  name: 'sso.forget-attempts',
  at: '23 * * * *',
  run: async (kernel) => {
    await deleteOldAttempts(
      kernel.database.asSystem('old log-ins of every organization are deleted'),
      kernel.world.now(),
    )
  },
})
