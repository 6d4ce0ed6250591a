// Lists that are loaded page by page and, once they are long, reloaded in parts.
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from './base.ts'

/** Lists of at most this many pages are reloaded as a whole. */
export const WHOLE_UP_TO_PAGES = 2

/** What reading and changing loaded lists needs of the store. */
export interface ListStore {
  getState: () => unknown
  // The thunks of the query library require the whole state type; here it is one of several.
  // oxlint-disable-next-line typescript/no-explicit-any
  dispatch: ThunkDispatch<any, any, UnknownAction>
}

/** One page of a list. */
interface ListPage {
  data: readonly unknown[]
  nextCursor?: string | null | undefined
}

interface LoadedList<Page> {
  pages: Page[]
  pageParams: string[]
}

/** How the pages of one kind of list are read, loaded and changed. */
export interface PagedList<Query, Page extends ListPage = ListPage> {
  /** The name of its endpoint. */
  name: string
  select: (state: unknown, listQuery: Query) => LoadedList<Page> | undefined
  /** Loads one page by its cursor; undefined when that failed. */
  load: (store: ListStore, listQuery: Query, cursor: string) => Promise<Page | undefined>
  update: (store: ListStore, listQuery: Query, recipe: (draft: LoadedList<Page>) => void) => void
}

/** The rows on the screen, from `first` up to but without `last`. */
export interface Sight {
  first: number
  last: number
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

/** Returns how many pages of a list are loaded. */
export function countPages<Query, Page extends ListPage>(
  list: PagedList<Query, Page>,
  store: ListStore,
  listQuery: Query,
): number {
  return list.select(store.getState(), listQuery)?.pages.length ?? 0
}

/**
 * Reloads those of the outdated pages that are in sight, and the first one, which has the total; the others stay in
 * `outdated` until they come into sight. A page may end at another row than before: the next one then begins there, and
 * is outdated too.
 */
export async function reloadPagesInSight<Query, Page extends ListPage>(
  list: PagedList<Query, Page>,
  store: ListStore,
  listQuery: Query,
  { outdated, sight }: { outdated: Set<number>; sight: () => Sight },
): Promise<void> {
  for (;;) {
    // A page that is being added would overwrite what is changed here.
    await store.dispatch(api.util.getRunningQueryThunk(list.name as never, listQuery as never))
    const loaded = list.select(store.getState(), listQuery)
    if (!loaded) return outdated.clear()
    const at = [0, ...pagesInSight(loaded.pages, sight())].find((page) => outdated.has(page))
    const cursor = at === undefined ? undefined : loaded.pageParams[at]
    if (at === undefined || cursor === undefined) return
    outdated.delete(at)
    const page = await list.load(store, listQuery, cursor)
    // Without a connection; everything is reloaded once it is back.
    if (!page) return void outdated.add(at)
    list.update(store, listQuery, (draft) => {
      if (draft.pageParams[at] !== cursor) return
      draft.pages[at] = page
      if (!page.nextCursor) {
        draft.pages.splice(at + 1)
        draft.pageParams.splice(at + 1)
      } else if (at + 1 < draft.pages.length && draft.pageParams[at + 1] !== page.nextCursor) {
        draft.pageParams[at + 1] = page.nextCursor
        outdated.add(at + 1)
      }
    })
  }
}

/** Drops all but the first pages of a list that nothing shows any more; they are loaded again on scrolling there. */
export function trimPages<Query, Page extends ListPage>(
  list: PagedList<Query, Page>,
  store: ListStore,
  listQuery: Query,
): void {
  if (countPages(list, store, listQuery) <= WHOLE_UP_TO_PAGES) return
  list.update(store, listQuery, (draft) => {
    draft.pages.splice(WHOLE_UP_TO_PAGES)
    draft.pageParams.splice(WHOLE_UP_TO_PAGES)
  })
}
