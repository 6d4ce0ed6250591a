import type { Conversation } from '@crewline/contract/inbox'
import { fetchRow } from '../api.ts'
import { findLoadedRow, type CacheStore } from '../state/cache.ts'

interface ConversationState {
  muted: boolean
  assigneeId: string | null
}

const stateOf = ({ muted, shared }: Conversation): ConversationState => ({
  muted,
  assigneeId: shared.assignee?.userId ?? null,
})

/** Returns from the loaded lists and threads whether the member muted a conversation, and its assignee. */
export function conversationStateOf(store: CacheStore, contactId: string): ConversationState | undefined {
  const row = findLoadedRow(store, contactId)
  return row && stateOf(row)
}

/** Fetches the same from the server; undefined when the request fails. */
export async function fetchConversationState(
  store: CacheStore,
  contactId: string,
): Promise<ConversationState | undefined> {
  const row = await fetchRow(store, contactId)
  return row && stateOf(row)
}
