import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { startFrom, withoutAdding, type Start } from './add-url.ts'
import { askedFrom, narrowed, type ContactsAsked } from './contacts-url.ts'

/** The state of the contact list that lives in the URL. */
export interface ContactsUrl {
  asked: ContactsAsked
  /** The saved view that was opened; empty for none. */
  viewId: string
  /** The saved view a link asks to open; empty for none. */
  linkedId: string
  /** The form for a new contact is open. */
  isAdding: boolean
  /** What is known of the new contact already. */
  start: Start
  /** Rules of the URL could not be read and were left out. */
  isDropped: boolean
  /** Changes what is asked; what is not given stays. */
  narrow: (part: Partial<ContactsAsked>) => void
  /** Shows the list of a view, or without an id one that is no saved view. */
  openView: (viewId: string, asked: ContactsAsked) => void
  setAdding: (isAdding: boolean) => void
  /** Says that rules were left out, for reasons the URL cannot know. */
  tellDropped: (isDropped: boolean) => void
  /** The query part of the URL, for links that keep the list as it is. */
  search: string
}

/** Reads the contact list from the URL and writes it back; the URL is its only truth. */
export function useContactsUrl(): ContactsUrl {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const { asked, viewId, isDropped } = useMemo(() => askedFrom(new URLSearchParams(text)), [text])
  const start = useMemo(() => startFrom(new URLSearchParams(text)), [text])
  const [wasDropped, setWasDropped] = useState(false)
  const change = useCallback(
    (to: (now: URLSearchParams) => URLSearchParams, isStep = false) =>
      setParams((now) => to(new URLSearchParams(now)), { replace: !isStep }),
    [setParams],
  )
  useEffect(() => {
    if (!isDropped) return
    setWasDropped(true)
    change((now) => narrowed(now, { filters: askedFrom(now).asked.filters }))
  }, [isDropped, change])
  const narrow = useCallback((part: Partial<ContactsAsked>) => change((now) => narrowed(now, part)), [change])
  const openView = useCallback(
    (id: string, next: ContactsAsked) => {
      setWasDropped(false)
      // What a link asked for is no step of its own to go back to.
      const isStep = !new URLSearchParams(window.location.search).has('open')
      change((now) => {
        now.delete('open')
        if (id === '') now.delete('saved')
        else now.set('saved', id)
        return narrowed(now, next)
      }, isStep)
    },
    [change],
  )
  const setAdding = useCallback(
    (isAdding: boolean) =>
      change((now) => {
        if (!isAdding) return withoutAdding(now)
        now.set('add', '1')
        return now
      }, true),
    [change],
  )
  return {
    asked,
    viewId,
    linkedId: params.get('open') ?? '',
    isAdding: params.has('add'),
    start,
    isDropped: wasDropped || isDropped,
    narrow,
    openView,
    setAdding,
    tellDropped: setWasDropped,
    search: text && `?${text}`,
  }
}
