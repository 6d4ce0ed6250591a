import { defineCron } from '../../kernel/jobs/define.ts'
import { makeMissingLinks } from './links.ts'
import { remindUnreplied } from './remind.ts'
import { expireJoins } from './store.ts'

/** Makes missing links, ends forms whose code or question was not answered in time, and reminds once before that. */
export const crons = [
  defineCron({
    name: 'opt-in.expire',
    at: '17 * * * *',
    run: async (kernel) => {
      await expireJoins(kernel.database.asSystem('forms of every organization expire'), kernel.world.now())
    },
  }),
  defineCron({ name: 'opt-in.make-links', at: '29 * * * *', run: makeMissingLinks }),
  defineCron({ name: 'opt-in.remind', at: '*/10 * * * *', run: remindUnreplied }),
]
