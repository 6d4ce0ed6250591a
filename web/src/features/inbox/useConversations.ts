import type { Conversation } from '@crewline/contract/inbox'
import { useMemo } from 'react'
import { useConversationListInfiniteQuery } from './api.ts'
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
}

const none: Conversation[] = []

/** The conversation list for a question: what is cached paints at once, live events keep it true. */
export function useConversations(asked: ListAsked): Conversations {
  const query = useConversationListInfiniteQuery(asked)
  const { data, currentData, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const rows = useMemo(() => {
    const seen = new Set<string>()
    const all = data?.pages.flatMap((page) => page.data) ?? none
    return all.filter(({ id }) => !seen.has(id) && seen.add(id))
  }, [data])
  return {
    rows,
    isLoading: data === undefined && !isError,
    isStale: data !== undefined && currentData === undefined && !isError,
    isFailed: isError && currentData === undefined,
    hasMore: hasNextPage,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    retry: () => void refetch(),
  }
}
