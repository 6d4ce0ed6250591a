// Owns celebrations: texts that people get on their birthday, work anniversary or another date, and what became of each
// date. Publishes no events: its texts are messages. Must celebrate each person at most once a year.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { routes } from './routes.ts'
import { startCelebrating } from './scheduler.ts'

export { celebrateDue } from './celebrate.ts'

export const module = defineModule({
  name: 'celebrations',
  owns: ['celebration', 'celebration_send'],
  contactData,
  routes,
  runs: { role: 'worker', start: (kernel) => Promise.resolve(startCelebrating(kernel)) },
})
