import type { Conversation } from '@crewline/contract/inbox'
import { fetchRow } from './api.ts'
import { knownRow, type CacheStore } from './cache.ts'

interface Standing {
  muted: boolean
  assigneeId: string | null
}

const standing = ({ muted, shared }: Conversation): Standing => ({ muted, assigneeId: shared.assignee?.userId ?? null })

/** What a loaded list or thread knows of a conversation: muted by this member, given to somebody. */
export function standingOf(store: CacheStore, contactId: string): Standing | undefined {
  const row = knownRow(store, contactId)
  return row && standing(row)
}

/** The same as the server knows it; undefined where it cannot be asked. */
export async function askStanding(store: CacheStore, contactId: string): Promise<Standing | undefined> {
  const row = await fetchRow(store, contactId)
  return row && standing(row)
}
