import type { Conversation } from '@crewline/contract/inbox'
import type { Hit } from './beside-api.ts'

/** A line of the list: a conversation, and while something is searched for also messages under their own head. */
export type ListItem =
  | { kind: 'row'; key: string; row: Conversation }
  | { kind: 'people'; key: string }
  | { kind: 'morePeople'; key: string }
  | { kind: 'noPeople'; key: string }
  | { kind: 'messages'; key: string }
  | { kind: 'hit'; key: string; hit: Hit }
  | { kind: 'noHits'; key: string }

/** People shown above the messages until somebody asks for all. */
export const peopleShown = 5

export interface Searched {
  hits: readonly Hit[]
  isLoading: boolean
  /** Whether every person who matches is shown. */
  showsAll: boolean
}

/** The lines of the list: the conversations alone, or people and messages in two groups while something is searched for. */
export function listItems(rows: readonly Conversation[], searched: Searched | undefined): ListItem[] {
  const all = rows.map((row): ListItem => ({ kind: 'row', key: row.id, row }))
  if (!searched) return all
  const { hits, isLoading, showsAll } = searched
  const people = showsAll ? all : all.slice(0, peopleShown)
  return [
    { kind: 'people', key: 'people' },
    ...people,
    ...(all.length > people.length ? [{ kind: 'morePeople' as const, key: 'more-people' }] : []),
    ...(all.length === 0 ? [{ kind: 'noPeople' as const, key: 'no-people' }] : []),
    { kind: 'messages', key: 'messages' },
    ...hits.map((hit): ListItem => ({ kind: 'hit', key: `hit-${hit.message.id}`, hit })),
    ...(hits.length === 0 && !isLoading ? [{ kind: 'noHits' as const, key: 'no-hits' }] : []),
  ]
}
