import type { Conversation } from '@crewline/contract/inbox'
import { original, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { findRow, leaves, placeRow, type ListAsked, type ListPage } from './fold.ts'
import { threadOf, type ThreadAsked, type ThreadPage } from './thread-fold.ts'

/** The part of the store that the caches live in. */
export interface CacheStore {
  getState: () => unknown
  // The thunks of the query library name the whole state they need; here it is one of several.
  // oxlint-disable-next-line typescript/no-explicit-any
  dispatch: ThunkDispatch<any, any, UnknownAction>
}

interface Pages<P> {
  pages: P[]
  pageParams: unknown[]
}

interface CacheUtil {
  updateQueryData: (name: string, arg: unknown, recipe: (draft: Pages<unknown>) => void) => UnknownAction
}

// The endpoints are injected by api.ts, which uses this file; here they go by name.
const util = api.util as unknown as CacheUtil

interface Entry {
  endpointName?: string
  originalArgs?: unknown
  status?: string
  data?: Pages<unknown>
}

function entries(state: unknown, name: 'conversationList' | 'thread'): Entry[] {
  const { queries } = (state as Record<string, { queries: Record<string, Entry | undefined> }>)[api.reducerPath] ?? {
    queries: {},
  }
  return Object.values(queries).filter((entry): entry is Entry => entry?.endpointName === name)
}

/** Every list that was asked for. */
export function loadedLists({ getState }: CacheStore): ListAsked[] {
  return entries(getState(), 'conversationList').map(({ originalArgs }) => originalArgs as ListAsked)
}

function loadedThreads({ getState }: CacheStore, id: string): ThreadAsked[] {
  return entries(getState(), 'thread')
    .map(({ originalArgs }) => originalArgs as ThreadAsked)
    .filter((asked) => asked.id === id)
}

function plain(draft: unknown[]): unknown[] {
  return original(draft) ?? draft
}

let lost: ReturnType<typeof setTimeout> | undefined
const lostMs = 500

/** Fetches the lists again soon; many events at once cost one fetch. */
export function refetchLists(store: CacheStore): void {
  lost ??= setTimeout(() => {
    lost = undefined
    store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
  }, lostMs)
}

/** Changes the pages of one list; undefined from `fold` means that only the server can tell, and the list is fetched again. */
export function foldList(
  store: CacheStore,
  asked: ListAsked,
  fold: (pages: ListPage[]) => ListPage[] | undefined,
): void {
  let isLost = false
  store.dispatch(
    util.updateQueryData('conversationList', asked, (draft) => {
      const pages = fold(plain(draft.pages) as ListPage[])
      if (pages) draft.pages = pages
      else isLost = true
    }),
  )
  if (isLost) refetchLists(store)
}

/** Pages of a list that stay in memory when the reader is back at its top. */
const listPagesKept = 5

/** Lets go of the far end of a long list; it is loaded again when somebody gets there. */
export function trimList(store: CacheStore, asked: ListAsked): void {
  const key = JSON.stringify(asked)
  const entry = entries(store.getState(), 'conversationList').find(
    ({ originalArgs }) => JSON.stringify(originalArgs) === key,
  )
  if ((entry?.data?.pages.length ?? 0) <= listPagesKept) return
  store.dispatch(
    util.updateQueryData('conversationList', asked, (draft) => {
      draft.pages.splice(listPagesKept)
      draft.pageParams.splice(listPagesKept)
    }),
  )
}

/** Most pages of a thread in memory at once. */
const threadPagesKept = 12

/** Makes room in a long thread before it grows at one end: the other end is let go, and is loaded again when somebody gets there. */
export function trimThread(store: CacheStore, asked: ThreadAsked, growing: 'older' | 'newer'): void {
  const entry = entries(store.getState(), 'thread').find(({ originalArgs }) => {
    const { id, around } = originalArgs as ThreadAsked
    return id === asked.id && around === asked.around
  })
  const many = (entry?.data?.pages.length ?? 0) - threadPagesKept + 1
  if (many <= 0) return
  store.dispatch(
    util.updateQueryData('thread', asked, (draft) => {
      const from = growing === 'older' ? 0 : draft.pages.length - many
      draft.pages.splice(from, many)
      draft.pageParams.splice(from, many)
      const [newest, oldest] = [draft.pages[0], draft.pages.at(-1)] as (ThreadPage | undefined)[]
      if (growing === 'older' && newest) newest.hasNewer = true
      if (growing === 'newer' && oldest) oldest.hasMore = true
    }),
  )
}

/** Begins a thread anew at its end, keeping what is shown until the latest messages are there. */
export function toLatest(store: CacheStore, asked: ThreadAsked): void {
  store.dispatch(
    util.updateQueryData('thread', asked, (draft) => {
      draft.pages.splice(1)
      draft.pageParams.splice(0, draft.pageParams.length, {})
    }),
  )
  store.dispatch(api.util.invalidateTags([tagOf('Thread', asked.id)]))
}

/** Changes the pages of a thread wherever it is loaded, from its end and from around a message. */
export function foldThread(store: CacheStore, id: string, fold: (pages: ThreadPage[]) => ThreadPage[]): void {
  for (const asked of loadedThreads(store, id)) {
    store.dispatch(
      util.updateQueryData('thread', asked, (draft) => {
        draft.pages = fold(plain(draft.pages) as ThreadPage[])
      }),
    )
  }
}

/** Puts a conversation where it belongs in every loaded list. */
export function placeEverywhere(store: CacheStore, row: Conversation): void {
  const { message, auth } = store.getState() as SessionState
  const looking = { keepId: message.activeConversation?.id, me: auth.user?.id }
  for (const asked of loadedLists(store)) foldList(store, asked, (pages) => placeRow(pages, asked, row, looking))
}

/** Takes a conversation that nobody looks at any more off every loaded list that only kept it for that. */
export function letGo(store: CacheStore, id: string): void {
  const me = (store.getState() as SessionState).auth.user?.id
  const now = new Date().toISOString()
  for (const asked of loadedLists(store)) {
    foldList(store, asked, (pages) => {
      const row = findRow(pages, id)
      return row && leaves(row, asked.status, me, now) ? placeRow(pages, asked, row, { me, now }) : pages
    })
  }
}

/** The conversation as any loaded list or thread knows it. */
export function knownRow({ getState }: Pick<CacheStore, 'getState'>, id: string): Conversation | undefined {
  for (const { data } of entries(getState(), 'conversationList')) {
    const row = data && findRow(data.pages as ListPage[], id)
    if (row) return row
  }
  const thread = entries(getState(), 'thread').find(
    ({ originalArgs, data }) => data && (originalArgs as ThreadAsked).id === id,
  )
  return (thread?.data?.pages[0] as ThreadPage | undefined)?.conversation
}

/** Changes a conversation in every list and in its thread; `row` stands in where nothing is loaded. */
export function changeRow(store: CacheStore, row: Conversation, change: (row: Conversation) => Conversation): void {
  const next = change(knownRow(store, row.id) ?? row)
  placeEverywhere(store, next)
  foldThread(store, row.id, (pages) => threadOf(pages, next))
}

/** Fetches again what was being fetched while an event came in, because the answer may not know of it. */
export function refetchIfFetching(store: CacheStore, contactId: string): void {
  const isFetching = (name: 'conversationList' | 'thread') =>
    entries(store.getState(), name).some(({ status }) => status === 'pending')
  if (isFetching('conversationList')) store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
  if (isFetching('thread')) store.dispatch(api.util.invalidateTags([tagOf('Thread', contactId)]))
}

/** Whether the loaded part of a thread has a message. */
export function holdsMessage(
  { getState }: Pick<CacheStore, 'getState'>,
  asked: ThreadAsked,
  messageId: string,
): boolean {
  const key = JSON.stringify(asked)
  const entry = entries(getState(), 'thread').find(({ originalArgs }) => JSON.stringify(originalArgs) === key)
  const pages = (entry?.data?.pages ?? []) as ThreadPage[]
  return pages.some(({ messages }) => messages.some(({ id }) => id === messageId))
}
