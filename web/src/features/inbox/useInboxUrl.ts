import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ListAsked } from './fold.ts'
import { askedFrom, idFrom, listPart, narrowed } from './inbox-url.ts'

/** The state of the inbox that lives in the URL. */
export interface InboxUrl {
  /** What the list shows. */
  asked: ListAsked
  /** The open conversation; empty when none is. */
  conversation: string
  /** The message the thread is opened at; empty for its first unread or its end. */
  message: string
  /** On a phone: the contact's page over the thread. */
  showsContact: boolean
  /** Narrows the list; what is not given stays. */
  narrow: (part: Partial<ListAsked>) => void
  /** The link to a conversation, or to the list alone. */
  linkTo: (conversation: string, place?: { showsContact?: boolean; message?: string }) => string
}

/** Reads the inbox from the URL and writes it back. */
export function useInboxUrl(): InboxUrl {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const listText = listPart(params).toString()
  // The same object as long as the list shows the same: another open conversation must not move it.
  const asked = useMemo(() => askedFrom(new URLSearchParams(listText)), [listText])
  const state = useMemo(() => {
    const read = new URLSearchParams(text)
    return {
      asked,
      conversation: read.get('conversation') ?? '',
      message: idFrom(read.get('message')),
      showsContact: read.has('contact'),
    }
  }, [asked, text])

  const narrow = useCallback(
    (part: Partial<ListAsked>) => setParams((now) => narrowed(now, part), { replace: true }),
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
  return useMemo(() => ({ ...state, narrow, linkTo }), [state, narrow, linkTo])
}
