import { useEffect } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { inboxGroupsSelected } from '../../shared/lib/session/groups.slice.ts'
import { conversationOpened, messageSearched } from '../../shared/lib/session/message.slice.ts'
import { prefetchThread } from './api.ts'
import { knownRow, type CacheStore } from './cache.ts'
import type { InboxUrl } from './useInboxUrl.ts'

/** Tells the session which conversation is open, at which message and which groups are chosen, and loads the neighbours ahead. */
export function useOpenConversation({ conversation, message, asked }: InboxUrl, ids: readonly string[]): void {
  const dispatch = useDispatch<CacheStore['dispatch']>()
  const store = useStore()
  useEffect(() => {
    const archived = knownRow(store, conversation)?.archived ?? false
    dispatch(conversationOpened(conversation ? { id: conversation, archived } : null))
    return () => {
      dispatch(conversationOpened(null))
    }
  }, [conversation, dispatch, store])
  useEffect(() => {
    dispatch(messageSearched(conversation && message ? { contactId: conversation, messageId: message } : null))
  }, [conversation, message, dispatch])
  const groups = asked.groupIds.join(' ')
  useEffect(() => {
    dispatch(inboxGroupsSelected(groups === '' ? [] : groups.split(' ')))
  }, [groups, dispatch])
  const at = ids.indexOf(conversation)
  const [before, after] = [ids[at - 1], ids[at + 1]]
  useEffect(() => {
    for (const id of at === -1 ? [] : [before, after]) if (id) void dispatch(prefetchThread(id))
  }, [at, before, after, dispatch])
}
