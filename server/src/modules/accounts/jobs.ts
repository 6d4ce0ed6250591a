import { defineCron } from '../../kernel/jobs/define.ts'
import { deleteExpired } from './store/cleanup.ts'

/** Deletes expired links, codes, registrations and old sessions once an hour. */
export const deleteExpiredSecrets = defineCron({
  name: 'accounts.delete-dead',
  at: '17 * * * *',
  run: async (kernel) => {
    await deleteExpired(kernel.database.asSystem('expired secrets belong to no organization'), kernel.world.now())
  },
})
