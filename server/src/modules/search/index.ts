// Owns the words of messages, written down a moment after the messages so that they can be found.
// Tells nobody anything; it learns from what messages tell, and at night from the messages themselves.
// Must never know how messages travel.
import { defineCron } from '../../kernel/jobs/define.ts'
import { defineRoom } from '../../kernel/room.ts'
import { gatherMissing, makeMonths, startGathering } from './gather.ts'
import { routes } from './routes.ts'

export { search } from './find.ts'
export { dayRange, idFloor } from './months.ts'
export { dropPeople } from './store.ts'
export { gatherMissing, gatherNew } from './gather.ts'

export const room = defineRoom({
  name: 'search',
  owns: ['message_search'],
  routes,
  crons: [
    defineCron({ name: 'search.make-months', at: '7 2 * * *', run: makeMonths }),
    defineCron({
      name: 'search.gather-missing',
      at: '27 4 * * *',
      run: async (kernel) => {
        const gathered = await gatherMissing(kernel)
        if (gathered > 0) kernel.log.warn({ gathered }, 'search: words that were never written down were gathered')
      },
    }),
  ],
  runs: { role: 'worker', start: startGathering },
})
