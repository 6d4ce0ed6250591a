import { useCallback, useEffect, useMemo, useState } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { firstUnread } from '../messages/index.ts'
import { useThreadInfiniteQuery } from './api.ts'
import { holdsMessage, toLatest, trimThread, type CacheStore } from './cache.ts'

/** Where a thread is opened, what of it is loaded, and how to get to the rest. */
export function useThread(id: string, message: string) {
  const { getState } = useStore()
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const store = useMemo<CacheStore>(() => ({ getState, dispatch }), [getState, dispatch])
  const [target, setTarget] = useState<{ id: string } | undefined>(() => (message ? { id: message } : undefined))
  const [around, setAround] = useState(() =>
    message && !holdsMessage(store, { id, around: '' }, message) ? message : '',
  )
  const asked = useMemo(() => ({ id, around }), [id, around])
  const query = useThreadInfiniteQuery(asked)
  const { data, currentData, isError, error, refetch } = query
  const { hasNextPage, hasPreviousPage, isFetching, isFetchingNextPage, fetchNextPage, fetchPreviousPage } = query
  const pages = currentData?.pages ?? (around === '' ? data?.pages : undefined)
  const newest = pages?.[0]
  const messages = useMemo(() => pages?.toReversed().flatMap((page) => page.messages) ?? [], [pages])

  const goTo = useCallback(
    (messageId: string) => {
      setTarget({ id: messageId })
      setAround((now) => (holdsMessage(store, { id, around: now }, messageId) ? now : messageId))
    },
    [store, id],
  )
  const [latestAsked, setLatestAsked] = useState(0)
  const [opened, setOpened] = useState(message)
  if (message !== opened) {
    setOpened(message)
    if (message) goTo(message)
  }

  // Where "New" stands is decided once, when the thread opens: reading must not move it.
  const [firstNew, setFirstNew] = useState<{ id: string | undefined }>()
  if (newest && !firstNew) {
    const unread = newest.conversation.unreadCount
    const loaded = messages.filter(({ direction }) => direction === 'in').length
    const isBeyond = unread > loaded && newest.firstUnreadId !== null
    setFirstNew({ id: (isBeyond ? newest.firstUnreadId : firstUnread(messages, unread)) ?? undefined })
  }
  const firstNewId = firstNew?.id
  useEffect(() => {
    // More is unread than one page holds: the thread opens where the reading begins.
    if (firstNewId && !target && !holdsMessage(store, { id, around: '' }, firstNewId)) goTo(firstNewId)
    // Decided once, with "New".
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [firstNewId])

  const isLost = isError && around !== ''
  useEffect(() => {
    // The message of an old link is gone; the conversation is not.
    if (!isLost) return
    setTarget(undefined)
    setAround('')
  }, [isLost])

  return {
    asked,
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
      trimThread(store, asked, 'older')
      void fetchNextPage()
    },
    onNewer() {
      if (!hasPreviousPage || isFetching) return
      trimThread(store, asked, 'newer')
      void fetchPreviousPage()
    },
    latestAsked,
    onLatest() {
      setTarget(undefined)
      setLatestAsked((count) => count + 1)
      if (around === '') toLatest(store, asked)
      setAround('')
    },
  }
}
