// Owns short links that count clicks, for every feature that texts links. Publishes `link.clicked`. Must never know what
// its owners are.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { startCounting } from './count-clicks.ts'
import { hooks } from './hooks.ts'
import { crons } from './jobs.ts'

export { isProgram, visitFrom } from './agent-rules.ts'
export { addLinks, makeCodes, recordSent, revokeLinks, shortUrlOf, sharedCodes } from './add-links.ts'
export { countHit } from './count-clicks.ts'
export { LinkClicked, type LinkOwner } from './events.ts'
export { withPersonalCodes } from './personal-codes.ts'
export { addressesIn, isOwnPage, readTarget, withShortLinks } from './rules.ts'
export { clickPage, clicksOf } from './views.ts'

export const module = defineModule({
  name: 'links',
  owns: ['link', 'link_code'],
  contactData,
  hooks,
  crons,
  runs: { role: 'web', start: startCounting },
})
