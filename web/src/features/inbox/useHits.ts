import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import { useHitsInfiniteQuery, type Hit } from './beside-api.ts'

/** Messages that hold the words, newest first. */
export interface Hits {
  hits: Hit[]
  /** How many there are, counted up to 100. */
  total: number
  isLoading: boolean
  isFailed: boolean
  hasMore: boolean
  more: () => void
}

const none: Hit[] = []
/** Fewer characters are not searched for. */
const shortest = 2
const dayMs = 86_400_000

/** The day some days ago as 2026-01-31, where the reader is. */
export function dayAgo(days: number, now: number): string {
  return new Date(now - days * dayMs).toLocaleDateString('en-CA')
}

/** Searches among messages, of one worker or of all; nothing is asked for fewer than two characters. */
export function useHits(
  phrase: string,
  { contactId, startDate }: { contactId?: string; startDate?: string } = {},
): Hits {
  const words = phrase.trim()
  const asked = { phrase: words, ...(contactId && { contactId }), ...(startDate && { startDate }) }
  const query = useHitsInfiniteQuery(words.length < shortest ? skipToken : asked)
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
