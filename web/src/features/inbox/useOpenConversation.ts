import { useCallback, useEffect, useLayoutEffect } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { inboxGroupsSelected } from '../../shared/lib/session/groups.slice.ts'
import { conversationOpened, messageSearched } from '../../shared/lib/session/message.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { prefetchThread } from './api.ts'
import { knownRow, letGo, type CacheStore } from './cache.ts'
import { afterPaint } from './useAfterPaint.ts'
import type { InboxUrl } from './useInboxUrl.ts'

/** Tells the session which conversation is open, at which message and which groups are chosen, and loads the neighbours ahead. */
export function useOpenConversation({ conversation, message, asked }: InboxUrl, ids: readonly string[]): void {
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const store = useStore()
  const open = useCallback(
    (id: string) => {
      const left = (store.getState() as SessionState).message.activeConversation?.id
      const archived = knownRow(store, id)?.archived ?? false
      dispatch(conversationOpened(id ? { id, archived } : null))
      if (left !== undefined && left !== id) letGo(store, left)
    },
    [dispatch, store],
  )
  // Everybody who follows the session looks up when it changes: that comes after the thread is there, and before the thread is
  // read, so that its row stays in a list of unread ones.
  useLayoutEffect(
    () =>
      afterPaint(() => {
        open(conversation)
        dispatch(messageSearched(conversation && message ? { contactId: conversation, messageId: message } : null))
      }),
    [conversation, message, dispatch, open],
  )
  useEffect(() => () => open(''), [open])
  const groups = asked.groupIds.join(' ')
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
