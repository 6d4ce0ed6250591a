import { dayIn, deviceZone } from '@crewline/contract/calendar'
import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import { useHitsInfiniteQuery, type Hit } from '../state/related-api.ts'

/** Messages that match the search, newest first. */
export interface Hits {
  hits: Hit[]
  /** The number of matches, counted up to 100. */
  total: number
  isLoading: boolean
  isFailed: boolean
  hasMore: boolean
  more: () => void
}

const none: Hit[] = []
/** Minimum length of a search. */
const shortest = 2
const dayMs = 86_400_000

/** Returns the day some days ago as 2026-01-31, in the zone of the reader. */
export function dayAgo(days: number, now: number): string {
  return dayIn(deviceZone(), now - days * dayMs)
}

/** Searches the messages of one contact or of all; sends no request for fewer than two characters. */
export function useHits(
  phrase: string,
  { contactId, startDate }: { contactId?: string; startDate?: string } = {},
): Hits {
  const terms = phrase.trim()
  const hitsQuery = { phrase: terms, ...(contactId && { contactId }), ...(startDate && { startDate }) }
  const query = useHitsInfiniteQuery(terms.length < shortest ? skipToken : hitsQuery)
  const { currentData, isFetching, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const hits = useMemo(() => currentData?.pages.flatMap((page) => page.results) ?? none, [currentData])
  return {
    hits,
    total: currentData?.pages[0]?.total ?? 0,
    isLoading: isFetching && currentData === undefined,
    isFailed: isError,
    hasMore: hasNextPage,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
  }
}
