import { api } from '../../../shared/api/base.ts'
import { contactList, contactPage, updateContactList, type ContactListPage, type ListStore } from '../api.ts'
import type { ContactListQuery } from './contacts-url.ts'

/** The rows on the screen, from `first` up to but without `last`. */
export interface Sight {
  first: number
  last: number
}

interface LoadedList {
  pages: ContactListPage[]
  pageParams: string[]
}

/** Returns the indexes of the pages with rows in sight. */
export function pagesInSight(pages: readonly { data: readonly unknown[] }[], { first, last }: Sight): number[] {
  const inSight: number[] = []
  let start = 0
  for (const [at, { data }] of pages.entries()) {
    const end = start + data.length
    if (start < last && end > first) inSight.push(at)
    start = end
  }
  return inSight
}

function loadedList(store: ListStore, listQuery: ContactListQuery): LoadedList | undefined {
  return contactList.select(listQuery)(store.getState() as never).data
}

/** Returns how many pages of a list are loaded. */
export function countPages(store: ListStore, listQuery: ContactListQuery): number {
  return loadedList(store, listQuery)?.pages.length ?? 0
}

/**
 * Reloads those of the outdated pages that are in sight, and the first one, which has the total; the others stay in
 * `outdated` until they come into sight. A page may end at another row than before: the next one then begins there, and
 * is outdated too.
 */
export async function reloadPagesInSight(
  store: ListStore,
  listQuery: ContactListQuery,
  { outdated, sight }: { outdated: Set<number>; sight: () => Sight },
): Promise<void> {
  for (;;) {
    // A page that is being added would overwrite what is changed here.
    await store.dispatch(api.util.getRunningQueryThunk('contactList' as never, listQuery as never))
    const list = loadedList(store, listQuery)
    if (!list) return outdated.clear()
    const at = [0, ...pagesInSight(list.pages, sight())].find((page) => outdated.has(page))
    const cursor = at === undefined ? undefined : list.pageParams[at]
    if (at === undefined || cursor === undefined) return
    outdated.delete(at)
    const { data: page } = await store.dispatch(
      contactPage.initiate({ listQuery, cursor }, { forceRefetch: true, subscribe: false }),
    )
    // Without a connection; everything is reloaded once it is back.
    if (!page) return void outdated.add(at)
    store.dispatch(
      updateContactList(listQuery, (draft) => {
        if (draft.pageParams[at] !== cursor) return
        draft.pages[at] = page
        if (!page.nextCursor) {
          draft.pages.splice(at + 1)
          draft.pageParams.splice(at + 1)
        } else if (at + 1 < draft.pages.length && draft.pageParams[at + 1] !== page.nextCursor) {
          draft.pageParams[at + 1] = page.nextCursor
          outdated.add(at + 1)
        }
      }),
    )
  }
}

/** Drops all but the first pages of a list that nothing shows any more; they are loaded again on scrolling there. */
export function trimPages(store: ListStore, listQuery: ContactListQuery, keep: number): void {
  if (countPages(store, listQuery) <= keep) return
  store.dispatch(
    updateContactList(listQuery, (draft) => {
      draft.pages.splice(keep)
      draft.pageParams.splice(keep)
    }),
  )
}
