// Owns what happens to everything stored about a contact: its activity, merges and their undo, erasures, and the export
// of personal data. Emits no events of its own. Must never know how carriers work.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { crons } from './jobs.ts'
import { retainedData } from './retained-data.ts'
import { routes } from './routes.ts'

export { finishErasures } from './erase.ts'
export { personalDataText } from './personal-data.ts'
export { deleteMergeUndo } from './jobs.ts'
export { collectUnmatched } from './unmatched.ts'

export const module = defineModule({
  name: 'privacy',
  owns: ['contact_merge', 'contact_erasure'],
  contactData,
  retainedData,
  routes,
  crons,
})
