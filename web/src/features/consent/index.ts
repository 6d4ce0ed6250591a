// Owns what is shown of permission: a worker's history, the opt-outs.
// Must never know a conversation.
export { ConsentTab } from './ConsentTab.tsx'
