import { useCallback, useEffect, useMemo, useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { firstUnread } from '../../messages/index.ts'
import { useThreadInfiniteQuery } from '../api.ts'
import { hasLoadedMessage, toLatest, trimThread, type CacheStore } from '../state/cache.ts'

/** Manages where a thread opens, its loaded part, and loading the rest. */
export function useThread(id: string, message: string) {
  const { getState } = useStore()
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const store = useMemo<CacheStore>(() => ({ getState, dispatch }), [getState, dispatch])
  const [target, setTarget] = useState<{ id: string } | undefined>(() => (message ? { id: message } : undefined))
  const [around, setAround] = useState(() =>
    message && !hasLoadedMessage(store, { id, around: '' }, message) ? message : '',
  )
  const threadQuery = useMemo(() => ({ id, around }), [id, around])
  const query = useThreadInfiniteQuery(threadQuery)
  const { data, currentData, isError, error, refetch } = query
  const { hasNextPage, hasPreviousPage, isFetching, isFetchingNextPage, fetchNextPage, fetchPreviousPage } = query
  const pages = currentData?.pages ?? (around === '' ? data?.pages : undefined)
  const newest = pages?.[0]
  const messages = useMemo(() => pages?.toReversed().flatMap((page) => page.messages) ?? [], [pages])

  const goTo = useCallback(
    (messageId: string) => {
      setTarget({ id: messageId })
      setAround((now) => (hasLoadedMessage(store, { id, around: now }, messageId) ? now : messageId))
    },
    [store, id],
  )
  const [latestRequests, setLatestRequests] = useState(0)
  const [opened, setOpened] = useState(message)
  if (message !== opened) {
    setOpened(message)
    if (message) goTo(message)
  }

  // The position of the "New" line is set once, when the thread opens: reading must not move it.
  const [firstNew, setFirstNew] = useState<{ id: string | undefined }>()
  if (newest && !firstNew) {
    const unread = newest.conversation.unreadCount
    const loaded = messages.filter(({ direction }) => direction === 'in').length
    const isBeyond = unread > loaded && newest.firstUnreadId !== null
    setFirstNew({ id: (isBeyond ? newest.firstUnreadId : firstUnread(messages, unread)) ?? undefined })
  }
  const firstNewId = firstNew?.id
  useEffect(() => {
    // More messages are unread than one page holds: the thread opens at the first unread one.
    if (firstNewId && !target && !hasLoadedMessage(store, { id, around: '' }, firstNewId)) goTo(firstNewId)
    // Runs once, together with the "New" line.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [firstNewId])

  const isLost = isError && around !== ''
  useEffect(() => {
    // The message of an old link no longer exists, but the conversation does.
    if (!isLost) return
    setTarget(undefined)
    setAround('')
  }, [isLost])

  return {
    threadQuery,
    isLoaded: newest !== undefined && firstNew !== undefined,
    isError,
    error,
    retry: () => void refetch(),
    conversation: newest?.conversation ?? data?.pages[0]?.conversation,
    drafts: newest?.drafts ?? [],
    messages,
    firstNewId,
    target,
    hasOlder: hasNextPage,
    hasNewer: hasPreviousPage,
    isLoadingOlder: isFetchingNextPage,
    isResting: !isFetching && !query.isFetchNextPageError,
    goTo,
    onOlder() {
      if (!hasNextPage || isFetching) return
      trimThread(store, threadQuery, 'older')
      void fetchNextPage()
    },
    onNewer() {
      if (!hasPreviousPage || isFetching) return
      trimThread(store, threadQuery, 'newer')
      void fetchPreviousPage()
    },
    latestRequests,
    onLatest() {
      setTarget(undefined)
      setLatestRequests((count) => count + 1)
      if (around === '') toLatest(store, threadQuery)
      setAround('')
    },
  }
}
