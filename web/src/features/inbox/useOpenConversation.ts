import { useCallback, useEffect, useLayoutEffect } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { inboxGroupsSelected } from '../../shared/lib/session/groups.slice.ts'
import { conversationOpened, messageSearched } from '../../shared/lib/session/message.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { prefetchThread } from './api.ts'
import { releaseRow, type CacheStore } from './state/cache.ts'
import { afterPaint } from './thread/useAfterPaint.ts'
import type { InboxUrl } from './useInboxUrl.ts'

/**
 * Stores the open conversation, its message and the selected groups in the session, and prefetches the adjacent
 * conversations.
 */
export function useOpenConversation({ conversation, message, filter }: InboxUrl, ids: readonly string[]): void {
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const store = useStore()
  const open = useCallback(
    (id: string) => {
      const previousId = (store.getState() as SessionState).message.activeConversation?.id
      dispatch(conversationOpened(id || null))
      if (previousId !== undefined && previousId !== id) releaseRow(store, previousId)
    },
    [dispatch, store],
  )
  // Every subscriber of the session re-renders on this change. It therefore runs after the thread has rendered, but
  // before the thread is marked read, so that its row stays in a list of unread ones.
  useLayoutEffect(
    () =>
      afterPaint(() => {
        open(conversation)
        dispatch(messageSearched(conversation && message ? { contactId: conversation, messageId: message } : null))
      }),
    [conversation, message, dispatch, open],
  )
  useEffect(() => () => open(''), [open])
  const groups = filter.groupIds.join(' ')
  useEffect(() => {
    dispatch(inboxGroupsSelected(groups === '' ? [] : groups.split(' ')))
  }, [groups, dispatch])
  const at = ids.indexOf(conversation)
  const [before, after] = [ids[at - 1], ids[at + 1]]
  useEffect(
    () =>
      afterPaint(() => {
        for (const id of at === -1 ? [] : [before, after]) if (id) void dispatch(prefetchThread(id))
      }),
    [at, before, after, dispatch],
  )
}
