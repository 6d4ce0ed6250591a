import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { startFrom, withoutAdding, type Start } from '../contact/add-url.ts'
import { readContactListQuery, narrowed, type ContactListQuery } from './contacts-url.ts'

/** The state of the contact list that is in the URL. */
export interface ContactsUrl {
  listQuery: ContactListQuery
  /** The saved view that is open; empty for none. */
  viewId: string
  /** The saved view a link opens; empty for none. */
  linkedId: string
  /** The form for a new contact is open. */
  isAdding: boolean
  /** Known values of the new contact. */
  start: Start
  /** Rules in the URL were unreadable and dropped. */
  isDropped: boolean
  /** Changes part of the list state. */
  narrow: (part: Partial<ContactListQuery>) => void
  /** Shows the list of a view; with an empty id, a list that is not a saved view. */
  openView: (viewId: string, asked: ContactListQuery) => void
  setAdding: (isAdding: boolean) => void
  /** Reports that rules were dropped for reasons the URL does not show. */
  setDropped: (isDropped: boolean) => void
  /** The query string of the URL, for links that keep the list. */
  search: string
}

/** Reads the contact list from the URL and writes changes back; the URL is the only state. */
export function useContactsUrl(): ContactsUrl {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const { listQuery, viewId, isDropped } = useMemo(() => readContactListQuery(new URLSearchParams(text)), [text])
  const start = useMemo(() => startFrom(new URLSearchParams(text)), [text])
  const [wasDropped, setWasDropped] = useState(false)
  const change = useCallback(
    (to: (now: URLSearchParams) => URLSearchParams, isStep = false) =>
      setParams((now) => to(new URLSearchParams(now)), { replace: !isStep }),
    [setParams],
  )
  if (isDropped && !wasDropped) setWasDropped(true)
  useEffect(() => {
    if (!isDropped) return
    change((now) => narrowed(now, { filters: readContactListQuery(now).listQuery.filters }))
  }, [isDropped, change])
  const narrow = useCallback((part: Partial<ContactListQuery>) => change((now) => narrowed(now, part)), [change])
  const openView = useCallback(
    (id: string, next: ContactListQuery) => {
      setWasDropped(false)
      // Opening a view from a link adds no history entry.
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
    listQuery,
    viewId,
    linkedId: params.get('open') ?? '',
    isAdding: params.has('add'),
    start,
    isDropped: wasDropped || isDropped,
    narrow,
    openView,
    setAdding,
    setDropped: setWasDropped,
    search: text && `?${text}`,
  }
}
