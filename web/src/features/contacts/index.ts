// Owns the contacts: finding, showing, adding and editing them. Must not depend on their messages.
export { addPath } from './add-url.ts'
export { useContactQuery, useFindContactsQuery } from './api.ts'
export { ContactAttributes } from './ContactAttributes.tsx'
export { contactsLive } from './live.ts'
export { LazyFindContact } from './routes.tsx'
export { languageName } from './languages.ts'
