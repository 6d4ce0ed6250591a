import type { Conversation } from '@crewline/contract/inbox'
import { useCallback, useMemo } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { useConversationListInfiniteQuery } from './api.ts'
import { trimList, type CacheStore } from './cache.ts'
import type { ListAsked } from './fold.ts'

/** The loaded part of a conversation list. */
export interface Conversations {
  rows: Conversation[]
  /** Nothing to show yet. */
  isLoading: boolean
  /** What is shown is of another question; the answer to this one is on its way. */
  isStale: boolean
  isFailed: boolean
  hasMore: boolean
  more: () => void
  retry: () => void
  /** Lets go of what was loaded far below; called when the reader is back at the top. */
  trim: () => void
}

const none: Conversation[] = []

/** The conversation list for a question: what is cached paints at once, live events keep it true. */
export function useConversations(asked: ListAsked): Conversations {
  const query = useConversationListInfiniteQuery(asked)
  const { getState } = useStore()
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const { data, currentData, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const rows = useMemo(() => {
    const seen = new Set<string>()
    const all = data?.pages.flatMap((page) => page.data) ?? none
    return all.filter(({ id }) => !seen.has(id) && seen.add(id))
  }, [data])
  const trim = useCallback(() => trimList({ getState, dispatch }, asked), [getState, dispatch, asked])
  const retry = useCallback(() => void refetch(), [refetch])
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const isLoading = data === undefined && !isError
  const isStale = data !== undefined && currentData === undefined && !isError
  const isFailed = isError && currentData === undefined
  return useMemo(
    () => ({ rows, isLoading, isStale, isFailed, hasMore: hasNextPage, more, retry, trim }),
    [rows, isLoading, isStale, isFailed, hasNextPage, more, retry, trim],
  )
}
