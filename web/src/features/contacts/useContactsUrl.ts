import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ContactsAsked } from './api.ts'

/** The state of the contact list that lives in the URL. */
export interface ContactsUrl {
  asked: ContactsAsked
  /** The form for a new contact is open. */
  isAdding: boolean
  /** Changes what is asked; what is not given stays. */
  narrow: (part: Partial<ContactsAsked>) => void
  setAdding: (isAdding: boolean) => void
  /** The query part of the URL, for links that keep the list as it is. */
  search: string
}

const reaches = ['all', 'can_text', 'opted_out', 'no_mobile', 'archived'] as const
const names: Record<keyof ContactsAsked, string> = {
  search: 'q',
  reach: 'view',
  groupId: 'group',
  sort: 'sort',
  order: 'order',
}
const usual: ContactsAsked = { search: '', reach: 'all', groupId: '', sort: 'name', order: 'asc' }

/** Reads the contact list from the URL and writes it back; unknown values fall back to the usual ones. */
export function useContactsUrl(): ContactsUrl {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const asked = useMemo<ContactsAsked>(() => {
    const read = new URLSearchParams(text)
    return {
      search: read.get('q') ?? '',
      reach: reaches.find((one) => one === read.get('view')) ?? 'all',
      groupId: read.get('group') ?? '',
      sort: read.get('sort') === 'createdAt' ? 'createdAt' : 'name',
      order: read.get('order') === 'desc' ? 'desc' : 'asc',
    }
  }, [text])
  const narrow = useCallback(
    (part: Partial<ContactsAsked>) => {
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [field, value] of Object.entries(part) as [keyof ContactsAsked, string][]) {
            if (value === usual[field]) next.delete(names[field])
            else next.set(names[field], value)
          }
          return next
        },
        { replace: true },
      )
    },
    [setParams],
  )
  const setAdding = useCallback(
    (isAdding: boolean) => {
      setParams((now) => {
        const next = new URLSearchParams(now)
        if (isAdding) next.set('add', '1')
        else next.delete('add')
        return next
      })
    },
    [setParams],
  )
  return { asked, isAdding: params.has('add'), narrow, setAdding, search: text && `?${text}` }
}
