// Owns the conversation list and the open thread, and updates both on live events. Emits nothing to other features,
// which only link to a conversation. Must not depend on how messages are sent.
export { useHasNumberQuery } from './beside-api.ts'
export { inboxLive } from './live.ts'
export { fetchConversationState as askStanding, conversationStateOf as standingOf } from './standing-of.ts'
export { useCheckPastDue as useCheckStanding } from './useCheckStanding.ts'
