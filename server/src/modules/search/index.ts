// Owns the search index of messages, which is updated shortly after the messages. Emits no events; it follows the
// events of messages and, at night, reads the messages themselves. Must never know how messages are sent.
import { defineCron } from '../../kernel/jobs/define.ts'
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { gatherMissing, makeMonths, startGathering } from './gather.ts'
import { routes } from './routes.ts'

export { search } from './find.ts'
export { dayRange, idFloor } from './months.ts'
export { gatherMissing, gatherNew } from './gather.ts'

export const module = defineModule({
  name: 'search',
  owns: ['message_search'],
  contactData,
  routes,
  crons: [
    defineCron({ name: 'search.make-months', at: '7 2 * * *', run: makeMonths }),
    defineCron({
      name: 'search.gather-missing',
      at: '27 4 * * *',
      run: async (kernel) => {
        const gathered = await gatherMissing(kernel)
        if (gathered > 0) kernel.log.warn({ gathered }, 'search: messages that were never indexed were added')
      },
    }),
  ],
  runs: { role: 'worker', start: startGathering },
})
