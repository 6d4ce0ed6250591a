// Owns the conversation list and the open thread, and updates both on live events. Emits nothing to other features,
// which only link to a conversation. Must not depend on how messages are sent.
export { useHasNumberQuery, useInboxTagsQuery } from './state/related-api.ts'
export { checkPastDue } from './api.ts'
export { inboxLive } from './live.ts'
export { withClientState } from './state/client-state.ts'
export { fetchConversationState, conversationStateOf } from './thread/conversation-state.ts'
export { useCheckPastDue } from './thread/useCheckPastDue.ts'
