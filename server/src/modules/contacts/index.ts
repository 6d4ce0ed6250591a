// Owns workers: names, numbers, language, place.
// Tells `contact.changed`; its plugs let later rooms add a worker's groups and last message.
// Must never know conversations, lines or carriers.
import { defineRoom } from '../../kernel/room.ts'
import { numberHolders } from '../consent/index.ts'
import { holders } from './holder-views.ts'
import { fieldValues } from '../fields/index.ts'
import { contactUpdates } from './live.ts'
import { routes } from './routes.ts'
import { customValues } from './store/custom-values.ts'

export { ContactChanged } from './facts.ts'
export { contactGroups, contactJoins, contactLastMessages } from './plugs.ts'
export { archiveMany, editMany, restoreMany } from './many.ts'
export type { FactTrace, ManyChanged } from './tally.ts'
export { bringIn, bringUp, putBack, takeBack, type Incoming } from './store/bring-in.ts'
export { eraseFacts } from './erase.ts'
export { foldContact, unfoldContact, type Folded } from './merge.ts'
export { folded, isBarred, literally, sortName } from './rules.ts'
export {
  findOrAddByPhone,
  liveByPhone,
  markPhone,
  markSuspect,
  noteUnreachable,
  type KnownContact,
} from './store/phones.ts'
export { putBackMany } from './put-back.ts'
export { NOBODY, revised, type ContactChanges, type Ground } from './revise.ts'
export { groundOf } from './service.ts'
export { create as addContact } from './service.ts'
export { barredAmong, contactsByIds, headFrom, headColumns, headsOf, workOf, type HeadRow } from './views.ts'

numberHolders.fill(holders)

fieldValues.fill(customValues)

export const room = defineRoom({ name: 'contacts', owns: ['contact'], routes, tells: contactUpdates })
