import { defineCron } from '../../kernel/jobs/define.ts'
import { deleteExpired } from './store/cleanup.ts'
import { closeInvalidViewings } from './viewing.ts'

/** Deletes expired links, codes, registrations and old sessions once an hour. */
export const deleteExpiredSecrets = defineCron({
  name: 'accounts.delete-dead',
  at: '17 * * * *',
  run: async (kernel) => {
    await deleteExpired(kernel.database.asSystem('expired secrets belong to no organization'), kernel.world.now())
  },
})

/** Records each minute which viewings of a teammate ended by themselves, and closes their sockets. */
export const closeViewings = defineCron({
  name: 'accounts.close-viewings',
  at: '* * * * *',
  run: closeInvalidViewings,
})
