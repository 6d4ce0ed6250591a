import type { Conversation } from '@crewline/contract/inbox'
import { useMemo, useState } from 'react'
import { useOnChange } from '../../../shared/lib/use-on-change.ts'
import type { ConversationFilter } from '../state/list-filter.ts'
import { listItems } from './list-items.ts'
import { dayAgo, useHits } from './useHits.ts'

const shortest = 2

/** Returns the items of the list, with matching messages in their own group during a search. */
export function useListItems(rows: readonly Conversation[], filter: ConversationFilter) {
  const [since, setSince] = useState({ days: '', startDate: '' })
  const [showsAll, setShowsAll] = useState(false)
  const isSearching = filter.search.length >= shortest
  const { hits, isLoading, more } = useHits(filter.search, since.startDate === '' ? {} : { startDate: since.startDate })
  const items = useMemo(
    () => listItems(rows, isSearching ? { hits, isLoading, showsAll } : undefined),
    [rows, isSearching, hits, isLoading, showsAll],
  )
  useOnChange(filter, () => setShowsAll(false))
  return {
    items,
    isSearching,
    days: since.days,
    onDays: (days: string) => setSince({ days, startDate: days === '' ? '' : dayAgo(Number(days), Date.now()) }),
    /** Whether the list ends with all contacts, not only with the first few. */
    endsWithPeople: !isSearching || showsAll,
    onAllContacts: () => setShowsAll(true),
    moreHits: more,
  }
}
