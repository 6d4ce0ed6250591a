import { defineCron } from '../../kernel/jobs/define.ts'
import { deleteDead } from './store/cleanup.ts'

/** Deletes dead links, codes, registrations and old sessions, once an hour. */
export const deleteDeadSecrets = defineCron({
  name: 'accounts.delete-dead',
  at: '17 * * * *',
  run: async (kernel) => {
    await deleteDead(kernel.database.asSystem('secrets belong to no organization'), kernel.world.now())
  },
})
