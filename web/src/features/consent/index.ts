// Owns the consent screens: a contact's consent history and the opt-outs. Must not depend on conversations.
export { ConsentTab } from './ConsentTab.tsx'
