// Owns the contacts: finding, showing, adding and editing them. Must not depend on their messages.
export { addPath } from './contact/add-url.ts'
export { useContactQuery, useFindContactsQuery } from './api.ts'
export { ContactAttributes } from './contact/ContactAttributes.tsx'
export { contactsLive } from './live.ts'
export { ContactsBanner } from './repair/ContactsBanner.tsx'
export { useContactsToFix, type ContactsToFix } from './repair/useContactsToFix.ts'
export { LazyFindContact, LazyWeeklyCheck } from './routes.tsx'
