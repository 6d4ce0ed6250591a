// Owns the workers: finding, showing, adding and changing them. Must never know what was said to them.
export { addPath } from './add-url.ts'
export { useContactQuery, useFindContactsQuery } from './api.ts'
export { ContactFacts } from './ContactFacts.tsx'
export { contactsLive } from './live.ts'
export { LazyFindPerson } from './routes.tsx'
export { languageName } from './languages.ts'
