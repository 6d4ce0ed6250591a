import { useCallback, useEffect, useRef } from 'react'
import { useStore } from 'react-redux'
import { useContactChangesQuery, WHOLE_UP_TO_PAGES, type ListStore } from '../api.ts'
import type { ContactListQuery } from './contacts-url.ts'
import { countPages, reloadPagesInSight, trimPages, type Sight } from './list-pages.ts'

/** Until the table says what it shows, and on phones, where it shows every row. */
const everything: Sight = { first: 0, last: Infinity }

/**
 * Keeps a long list up to date: after a change, only the pages in sight are loaded again, and the others when they come
 * into sight. Returns the function that gets the rows in sight.
 */
export function useFreshPages(listQuery: ContactListQuery): (first: number, last: number) => void {
  const store = useStore() as ListStore
  const sight = useRef(everything)
  const outdated = useRef(new Set<number>())
  const isReloading = useRef(false)
  const reload = useCallback(async () => {
    if (isReloading.current || outdated.current.size === 0) return
    isReloading.current = true
    await reloadPagesInSight(store, listQuery, { outdated: outdated.current, sight: () => sight.current })
    isReloading.current = false
  }, [store, listQuery])
  const { data: changes } = useContactChangesQuery()
  const seenChanges = useRef(changes)
  useEffect(() => {
    const isFirst = seenChanges.current === undefined
    if (changes === seenChanges.current) return
    seenChanges.current = changes
    const count = countPages(store, listQuery)
    if (isFirst || count <= WHOLE_UP_TO_PAGES) return
    for (let at = 0; at < count; at++) outdated.current.add(at)
    void reload()
  }, [changes, store, listQuery, reload])
  useEffect(() => {
    const pages = outdated.current
    return () => {
      pages.clear()
      trimPages(store, listQuery, WHOLE_UP_TO_PAGES)
    }
  }, [store, listQuery])
  return useCallback(
    (first, last) => {
      sight.current = { first, last }
      void reload()
    },
    [reload],
  )
}
