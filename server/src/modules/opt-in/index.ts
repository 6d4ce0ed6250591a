// Owns opt-in pages: public pages where people agree to get texts, and what each person agreed to. Publishes no events;
// it records consent and contacts through the modules that own them. Must never tell the public who is known.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { textedJoin } from '../messages/index.ts'
import { contactData } from './contact-data.ts'
import { startCounting } from './count-views.ts'
import { startFollowing } from './following.ts'
import { hooks } from './hooks.ts'
import { crons } from './jobs.ts'
import { textedJoins } from './keyword.ts'
import { heldPages } from './holdings-views.ts'
import { givePages } from './store.ts'
import { routes } from './routes.ts'
import { pagesWithFields, pagesWithGroup } from './uses-views.ts'

export { isTextedFrom } from './codes.ts'
export { textsIn as optInPageTexts } from './page-texts.ts'
export { provePhone, textPhoneCode } from './phone-codes.ts'

export const module = defineModule({
  name: 'opt-in',
  owns: ['opt_in_page', 'opt_in_join'],
  provides: [provide(textedJoin, textedJoins)],
  contactData,
  uses: { ofGroup: pagesWithGroup, ofFields: pagesWithFields },
  memberHoldings: [
    { kind: 'optInPages', needs: 'replies.manage', without: 'continues', held: heldPages, handOver: givePages },
  ],
  routes,
  hooks,
  crons,
  runs: [
    { role: 'web', start: (kernel) => Promise.resolve(startCounting(kernel)) },
    { role: 'worker', start: (kernel) => Promise.resolve(startFollowing(kernel)) },
  ],
})
