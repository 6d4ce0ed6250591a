import { useCallback, useEffect, useRef } from 'react'
import { useStore } from 'react-redux'
import {
  countPages,
  reloadPagesInSight,
  trimPages,
  WHOLE_UP_TO_PAGES,
  type ListStore,
  type PagedList,
  type Sight,
} from './list-pages.ts'

/** Until the table says what it shows, and on phones, where it shows every row. */
const everything: Sight = { first: 0, last: Infinity }

/**
 * Keeps a long list up to date: after a change, only the pages in sight are loaded again, and the others when they come
 * into sight. `changes` counts the changes, undefined until it is known. Returns the function that gets the rows in sight.
 */
export function useFreshPages<Query>(
  list: PagedList<Query>,
  listQuery: Query,
  changes: number | undefined,
): (first: number, last: number) => void {
  const store = useStore() as ListStore
  const sight = useRef(everything)
  const outdated = useRef(new Set<number>())
  const isReloading = useRef(false)
  const reload = useCallback(async () => {
    if (isReloading.current || outdated.current.size === 0) return
    isReloading.current = true
    await reloadPagesInSight(list, store, listQuery, { outdated: outdated.current, sight: () => sight.current })
    isReloading.current = false
  }, [list, store, listQuery])
  const seenChanges = useRef(changes)
  useEffect(() => {
    const isFirst = seenChanges.current === undefined
    if (changes === seenChanges.current) return
    seenChanges.current = changes
    const count = countPages(list, store, listQuery)
    if (isFirst || count <= WHOLE_UP_TO_PAGES) return
    for (let at = 0; at < count; at++) outdated.current.add(at)
    void reload()
  }, [changes, list, store, listQuery, reload])
  useEffect(() => {
    const pages = outdated.current
    return () => {
      pages.clear()
      trimPages(list, store, listQuery)
    }
  }, [list, store, listQuery])
  return useCallback(
    (first, last) => {
      sight.current = { first, last }
      void reload()
    },
    [reload],
  )
}
