// Owns news: issues that members write, their history, and the pages that people open from a text. Publishes no events, only
// who has an issue open for editing. Must never know who its readers are.
import { defineModule } from '../../kernel/module.ts'
import { startCounting } from './count-readers.ts'
import { editorsHandler, followEditors } from './editors.ts'
import { hooks } from './hooks.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export { hasNewsIssues } from './views.ts'
export { shownForms, type Poll, type ShownForm } from './ports.ts'

export const module = defineModule({
  name: 'news',
  owns: ['news_issue', 'news_version', 'news_reader', 'news_picture', 'news_file'],
  routes,
  hooks,
  clientEvents: [editorsHandler],
  crons,
  runs: [
    { role: 'web', start: (kernel) => Promise.resolve(startCounting(kernel)) },
    { role: 'web', start: (kernel) => Promise.resolve(followEditors(kernel)) },
  ],
})
