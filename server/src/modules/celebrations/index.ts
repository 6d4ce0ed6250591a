// Owns celebrations: texts that people get on their birthday, work anniversary or another date, what became of each
// date, emails to members about who is celebrated soon, and whom news must not name. Publishes no events: its texts are
// messages. Must celebrate each person at most once a year, and email each member at most once a day.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { heldCelebrations } from './holdings-views.ts'
import { giveCelebrations } from './store.ts'
import { retainedData } from './retained-data.ts'
import { routes } from './routes.ts'
import { startCelebrating } from './scheduler.ts'
import { celebrationsWithFields, celebrationsWithGroup } from './uses-views.ts'

export { celebrateDue } from './celebrate.ts'
export { sendDueDigests } from './digest.ts'
export { hasCelebrations } from './views.ts'
export { isAnyInNews, keptOutOfNews, namedInNews, type NamedInNews } from './soon.ts'

export const module = defineModule({
  name: 'celebrations',
  owns: ['celebration', 'celebration_send', 'celebration_digest', 'celebration_unnamed', 'celebration_former_file'],
  contactData,
  uses: { ofGroup: celebrationsWithGroup, ofFields: celebrationsWithFields },
  retainedData,
  memberHoldings: [
    {
      kind: 'celebrations',
      needs: 'broadcasts.send',
      without: 'continues',
      held: heldCelebrations,
      handOver: giveCelebrations,
    },
  ],
  routes,
  runs: { role: 'worker', start: (kernel) => Promise.resolve(startCelebrating(kernel)) },
})
