import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readStored, writeStored } from '../../shared/lib/storage.ts'
import type { ConversationFilter } from './state/list-filter.ts'
import { conversationFilterFrom, idFrom, listPart, narrowed, withoutReplies } from './inbox-url.ts'

const hidesKey = 'inbox-hides-replies'

/** The state of the inbox in the URL. */
export interface InboxUrl {
  /** The filter of the list. */
  filter: ConversationFilter
  /** The open conversation; empty when there is none. */
  conversation: string
  /** The message to open the thread at; empty for its first unread message or its end. */
  message: string
  /** On a phone: whether the contact page covers the thread. */
  showsContact: boolean
  /** Changes the filter of the list; omitted parts stay. */
  setFilter: (part: Partial<ConversationFilter>) => void
  /** Whether the main lists leave out replies to broadcasts, stored on this device. */
  hidesReplies: boolean
  toggleReplies: () => void
  /** Returns the link to a conversation, or to the list alone. */
  linkTo: (conversation: string, place?: { showsContact?: boolean; message?: string }) => string
}

/** Reads the state of the inbox from the URL and writes it back. */
export function useInboxUrl(): InboxUrl {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const listText = listPart(params).toString()
  // A stable object while the filter is the same, so that opening another conversation does not re-render the list.
  const [hidesReplies, setHidesReplies] = useState(() => readStored(hidesKey) === true)
  const filter = useMemo(() => {
    const read = conversationFilterFrom(new URLSearchParams(listText))
    return hidesReplies ? withoutReplies(read) : read
  }, [listText, hidesReplies])
  const toggleReplies = useCallback(() => {
    writeStored(hidesKey, !hidesReplies)
    setHidesReplies(!hidesReplies)
  }, [hidesReplies])
  const state = useMemo(() => {
    const read = new URLSearchParams(text)
    return {
      filter,
      conversation: read.get('conversation') ?? '',
      message: idFrom(read.get('message')),
      showsContact: read.has('contact'),
    }
  }, [filter, text])

  const setFilter = useCallback(
    (part: Partial<ConversationFilter>) => setParams((now) => narrowed(now, part), { replace: true }),
    [setParams],
  )
  const linkTo = useCallback<InboxUrl['linkTo']>(
    (conversation, { showsContact = false, message = '' } = {}) => {
      const next = new URLSearchParams(listText)
      if (conversation) next.set('conversation', conversation)
      if (message) next.set('message', message)
      if (showsContact) next.set('contact', '1')
      const search = next.toString()
      return search ? `/dashboard/inbox?${search}` : '/dashboard/inbox'
    },
    [listText],
  )
  return useMemo(
    () => ({ ...state, setFilter, hidesReplies, toggleReplies, linkTo }),
    [state, setFilter, hidesReplies, toggleReplies, linkTo],
  )
}
