import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ListAsked } from './fold.ts'

/** The state of the inbox that lives in the URL. */
export interface InboxUrl {
  /** What the list shows. */
  asked: ListAsked
  /** The open conversation; empty when none is. */
  conversation: string
  /** On a phone: the contact's page over the thread. */
  showsContact: boolean
  /** Narrows the list; what is not given stays. */
  narrow: (part: Partial<ListAsked>) => void
  /** The link to a conversation, or to the list alone. */
  linkTo: (conversation: string, showsContact?: boolean) => string
}

const statuses = ['open', 'unread', 'archived'] as const

/** Reads the inbox from the URL and writes it back; unknown values fall back to the usual ones. */
export function useInboxUrl(): InboxUrl {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const state = useMemo(() => {
    const read = new URLSearchParams(text)
    const status = statuses.find((one) => one === read.get('status')) ?? 'open'
    const asked: ListAsked = { status, search: read.get('search') ?? '', groupIds: read.getAll('groupIds') }
    return { asked, conversation: read.get('conversation') ?? '', showsContact: read.has('contact') }
  }, [text])

  const narrow = useCallback(
    (part: Partial<ListAsked>) => {
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries(part)) {
            next.delete(name)
            for (const one of Array.isArray(value) ? value : [value])
              if (one !== '' && one !== 'open') next.append(name, one)
          }
          return next
        },
        { replace: true },
      )
    },
    [setParams],
  )
  const linkTo = useCallback(
    (conversation: string, showsContact = false) => {
      const next = new URLSearchParams(text)
      next.delete('conversation')
      next.delete('contact')
      if (conversation) next.set('conversation', conversation)
      if (showsContact) next.set('contact', '1')
      const search = next.toString()
      return search ? `/dashboard/inbox?${search}` : '/dashboard/inbox'
    },
    [text],
  )
  return { ...state, narrow, linkTo }
}
