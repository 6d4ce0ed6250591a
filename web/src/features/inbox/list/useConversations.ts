import type { Conversation } from '@crewline/contract/inbox'
import { useCallback, useMemo } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { useConversationListInfiniteQuery } from '../api.ts'
import { trimList, type CacheStore } from '../state/cache.ts'
import type { ConversationFilter } from '../state/list-filter.ts'

/** The loaded part of a conversation list. */
export interface Conversations {
  rows: Conversation[]
  /** There is nothing to show yet. */
  isLoading: boolean
  /** The rows belong to the previous filter; those of the current one are loading. */
  isStale: boolean
  isFailed: boolean
  hasMore: boolean
  more: () => void
  retry: () => void
  /** Drops the pages far below; called when the reader is back at the top. */
  trim: () => void
}

const none: Conversation[] = []

/** Loads the conversation list for a filter: cached rows render at once, live events update them. */
export function useConversations(filter: ConversationFilter): Conversations {
  const query = useConversationListInfiniteQuery(filter)
  const { getState } = useStore()
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const { data, currentData, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const rows = useMemo(() => {
    const seenIds = new Set<string>()
    const all = data?.pages.flatMap((page) => page.data) ?? none
    return all.filter(({ id }) => !seenIds.has(id) && seenIds.add(id))
  }, [data])
  const trim = useCallback(() => trimList({ getState, dispatch }, filter), [getState, dispatch, filter])
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
