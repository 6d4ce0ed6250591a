// Owns stored texts: saved replies, keywords, the away reply. Emits no events; modules that receive messages call it
// for the automatic answers. Must never know conversations.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { routes } from './routes.ts'
import { repliesWithFields } from './uses-views.ts'

export { answersFor, type Answering } from './answers.ts'
export { listeningFor } from './views.ts'

export const module = defineModule({
  name: 'replies',
  owns: ['saved_reply', 'keyword', 'away_sent'],
  contactData,
  uses: { ofFields: repliesWithFields },
  routes,
})
