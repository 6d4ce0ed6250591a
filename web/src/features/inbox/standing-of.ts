import { knownRow, type CacheStore } from './cache.ts'

/** What a loaded list or thread knows of a conversation: muted by this member, given to somebody. */
export function standingOf(
  store: CacheStore,
  contactId: string,
): { muted: boolean; assigneeId: string | null } | undefined {
  const row = knownRow(store, contactId)
  return row && { muted: row.muted, assigneeId: row.shared.assignee?.userId ?? null }
}
