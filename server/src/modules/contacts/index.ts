// Owns contacts: names, numbers, language, location. Publishes `contact.changed`; through its ports later modules add a
// contact's groups and last message. Must never depend on conversations, lines or carriers.
import { defineModule } from '../../kernel/module.ts'
import { provide } from '../../kernel/ports.ts'
import { contactLookup } from '../consent/index.ts'
import { contactData } from './contact-data.ts'
import { contactLookupProvider } from './holder-views.ts'
import { fieldValues } from '../fields/index.ts'
import { contactUpdates } from './socket-events.ts'
import { routes } from './routes.ts'
import { customValues } from './store/custom-values.ts'

export { ContactChanged } from './events.ts'
export { contactGroups, contactJoins, contactMessages } from './ports.ts'
export { archiveContacts, editContacts, restoreContacts } from './bulk.ts'
export type { AttributeUndo, BulkResult as ManyChanged } from './tally.ts'
export { insertRows, updateRows, restore, archiveInserted } from './store/import-rows.ts'
export { lockFields } from './store/locks.ts'
export { attributeText, columnOf } from './columns.ts'
export { eraseAttributes } from './erase.ts'
export { mergeContactData, unmergeContactData } from './merge.ts'
export { isBarred, sortName } from './rules.ts'
export { contactOfPerson } from './entered.ts'
export {
  findOrAddByPhone,
  liveByPhone,
  setPhoneState,
  markSuspect,
  noteUnreachable,
  type PhoneContact as KnownContact,
} from './store/phones.ts'
export { moving } from './moving.ts'
export { restoreContactFields } from './restore.ts'
export { changeErrors, type Ground } from './revise.ts'
export { groundOf } from './service.ts'
export { create as addContact } from './service.ts'
export { barredAmong, contactsByIds, summaryFrom, summaryColumns, summariesOf, type SummaryRow } from './views.ts'

export const module = defineModule({
  name: 'contacts',
  owns: ['contact', 'contact_pair_dismissed'],
  provides: [provide(contactLookup, contactLookupProvider), provide(fieldValues, customValues)],
  contactData,
  routes,
  toSocketEvents: contactUpdates,
})
