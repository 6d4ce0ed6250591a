// Owns the workers: finding, showing, adding and changing them. Must never know what was said to them.
export { useContactQuery } from './api.ts'
export { ContactFacts } from './ContactFacts.tsx'
export { FindPerson } from './FindPerson.tsx'
export { contactsLive } from './live.ts'
