import type { Conversation } from '@crewline/contract/inbox'
import type { Hit } from '../state/related-api.ts'

/** An item of the list: a conversation, and during a search also messages under their own heading. */
export type ListItem =
  | { kind: 'row'; key: string; row: Conversation }
  | { kind: 'people'; key: string }
  | { kind: 'morePeople'; key: string }
  | { kind: 'noPeople'; key: string }
  | { kind: 'messages'; key: string }
  | { kind: 'hit'; key: string; hit: Hit }
  | { kind: 'noHits'; key: string }

/** Contacts shown above the messages until the user shows all. */
export const maxContactsShown = 5

export interface Searched {
  hits: readonly Hit[]
  isLoading: boolean
  /** Whether every matching contact is shown. */
  showsAll: boolean
}

/** Returns the items of the list: only conversations, or contacts and messages in two groups during a search. */
export function listItems(rows: readonly Conversation[], searched: Searched | undefined): ListItem[] {
  const all = rows.map((row): ListItem => ({ kind: 'row', key: row.id, row }))
  if (!searched) return all
  const { hits, isLoading, showsAll } = searched
  const contacts = showsAll ? all : all.slice(0, maxContactsShown)
  return [
    { kind: 'people', key: 'people' },
    ...contacts,
    ...(all.length > contacts.length ? [{ kind: 'morePeople' as const, key: 'more-people' }] : []),
    ...(all.length === 0 ? [{ kind: 'noPeople' as const, key: 'no-people' }] : []),
    { kind: 'messages', key: 'messages' },
    ...hits.map((hit): ListItem => ({ kind: 'hit', key: `hit-${hit.message.id}`, hit })),
    ...(hits.length === 0 && !isLoading ? [{ kind: 'noHits' as const, key: 'no-hits' }] : []),
  ]
}
