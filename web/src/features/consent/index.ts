// Owns the consent screens: a contact's consent history and the opt-outs. Must not depend on conversations.
export { useOptedOutToast } from './useOptedOutToast.ts'
export { ConsentTab } from './ConsentTab.tsx'
export { canBeOptedOut } from './can-be-opted-out.ts'
export { LazyNoteDialog } from './routes.tsx'
export { useConsentLabels } from './useConsentLabels.ts'
