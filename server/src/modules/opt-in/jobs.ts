import { defineCron } from '../../kernel/jobs/define.ts'
import { expireJoins } from './store.ts'

/** Ends forms whose code or question was not answered in time. */
export const crons = [
  defineCron({
    name: 'opt-in.expire',
    at: '17 * * * *',
    run: async (kernel) => {
      await expireJoins(kernel.database.asSystem('forms of every organization expire'), kernel.world.now())
    },
  }),
]
