import type { Conversation } from '@crewline/contract/inbox'
import { useEffect, useMemo, useState } from 'react'
import type { ListAsked } from './fold.ts'
import { listItems } from './list-items.ts'
import { dayAgo, useHits } from './useHits.ts'

const shortest = 2

/** The lines of the list for what is asked, with messages in a group of their own while something is searched for. */
export function useListItems(rows: readonly Conversation[], asked: ListAsked) {
  const [since, setSince] = useState({ days: '', startDate: '' })
  const [showsAll, setShowsAll] = useState(false)
  const isSearching = asked.search.length >= shortest
  const { hits, isLoading, more } = useHits(asked.search, since.startDate === '' ? {} : { startDate: since.startDate })
  const items = useMemo(
    () => listItems(rows, isSearching ? { hits, isLoading, showsAll } : undefined),
    [rows, isSearching, hits, isLoading, showsAll],
  )
  useEffect(() => setShowsAll(false), [asked])
  return {
    items,
    isSearching,
    days: since.days,
    onDays: (days: string) => setSince({ days, startDate: days === '' ? '' : dayAgo(Number(days), Date.now()) }),
    /** Whether the end of the list is the end of the people, and not of a few of them. */
    endsWithPeople: !isSearching || showsAll,
    onAllPeople: () => setShowsAll(true),
    moreHits: more,
  }
}
