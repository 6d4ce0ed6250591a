import type { Conversation } from '@crewline/contract/inbox'
import { original, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { api } from '../../../shared/api/base.ts'
import { listOf, tagOf } from '../../../shared/api/tags.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { findRow, placeRow, type ListPage } from './fold.ts'
import { leaves, type ConversationFilter } from './list-filter.ts'
import { threadOf, type ThreadQuery, type ThreadPage } from './thread-fold.ts'

/** The part of the store that contains the caches. */
export interface CacheStore {
  getState: () => unknown
  // The thunks of the query library require the whole state type; here it is one of several.
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

// api.ts injects the endpoints and imports this file; to avoid a cycle, they are used by name here.
const util = api.util as unknown as CacheUtil

interface Entry {
  endpointName?: string
  originalArgs?: unknown
  status?: string
  fulfilledTimeStamp?: number
  data?: Pages<unknown>
}

/** Returns the loaded lists or threads of the query cache. */
export function cacheEntries(state: unknown, name: 'conversationList' | 'thread'): Entry[] {
  const { queries } = (state as Record<string, { queries: Record<string, Entry | undefined> }>)[api.reducerPath] ?? {
    queries: {},
  }
  return Object.values(queries).filter((entry): entry is Entry => entry?.endpointName === name)
}

/** Returns the parameters of every loaded list. */
export function loadedLists({ getState }: CacheStore): ConversationFilter[] {
  return cacheEntries(getState(), 'conversationList').map(({ originalArgs }) => originalArgs as ConversationFilter)
}

function loadedThreads({ getState }: CacheStore, id: string): ThreadQuery[] {
  return cacheEntries(getState(), 'thread')
    .map(({ originalArgs }) => originalArgs as ThreadQuery)
    .filter((query) => query.id === id)
}

function plain(draft: unknown[]): unknown[] {
  return original(draft) ?? draft
}

let lost: ReturnType<typeof setTimeout> | undefined
const lostMs = 500

/** Refetches the lists after a short delay, so that many events cost one fetch. */
export function refetchLists(store: CacheStore): void {
  lost ??= setTimeout(() => {
    lost = undefined
    store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
  }, lostMs)
}

let waitingTimer: ReturnType<typeof setTimeout> | undefined
const waitingMs = 2000

/** Throttle: refetches the waiting queue every two seconds at most, and only where it is shown. */
export function refetchWaiting(store: CacheStore): void {
  waitingTimer ??= setTimeout(() => {
    waitingTimer = undefined
    store.dispatch(api.util.invalidateTags([listOf('Waiting')]))
  }, waitingMs)
}

/**
 * Updates the pages of one list; when `fold` returns undefined, the list is refetched, because only the server has the
 * result.
 */
export function updateList(
  store: CacheStore,
  filter: ConversationFilter,
  update: (pages: ListPage[]) => ListPage[] | undefined,
): void {
  let isLost = false
  store.dispatch(
    util.updateQueryData('conversationList', filter, (draft) => {
      const pages = update(plain(draft.pages) as ListPage[])
      if (pages) draft.pages = pages
      else isLost = true
    }),
  )
  if (isLost) refetchLists(store)
}

/** Maximum pages of a list kept in memory when the reader is back at its top. */
const maxListPages = 5

/** Drops the far end of a long list; it is loaded again on scrolling there. */
export function trimList(store: CacheStore, filter: ConversationFilter): void {
  const key = JSON.stringify(filter)
  const entry = cacheEntries(store.getState(), 'conversationList').find(
    ({ originalArgs }) => JSON.stringify(originalArgs) === key,
  )
  if ((entry?.data?.pages.length ?? 0) <= maxListPages) return
  store.dispatch(
    util.updateQueryData('conversationList', filter, (draft) => {
      draft.pages.splice(maxListPages)
      draft.pageParams.splice(maxListPages)
    }),
  )
}

/** Maximum pages of a thread in memory at once. */
const maxThreadPages = 12

/** Drops pages of a long thread at the end opposite to where it grows; they are loaded again on scrolling there. */
export function trimThread(store: CacheStore, query: ThreadQuery, growing: 'older' | 'newer'): void {
  const entry = cacheEntries(store.getState(), 'thread').find(({ originalArgs }) => {
    const { id, around } = originalArgs as ThreadQuery
    return id === query.id && around === query.around
  })
  const excess = (entry?.data?.pages.length ?? 0) - maxThreadPages + 1
  if (excess <= 0) return
  store.dispatch(
    util.updateQueryData('thread', query, (draft) => {
      const from = growing === 'older' ? 0 : draft.pages.length - excess
      draft.pages.splice(from, excess)
      draft.pageParams.splice(from, excess)
      const [newest, oldest] = [draft.pages[0], draft.pages.at(-1)] as (ThreadPage | undefined)[]
      if (growing === 'older' && newest) newest.hasNewer = true
      if (growing === 'newer' && oldest) oldest.hasMore = true
    }),
  )
}

/** Restarts a thread at its end; keeps the shown messages until the latest ones are loaded. */
export function toLatest(store: CacheStore, query: ThreadQuery): void {
  store.dispatch(
    util.updateQueryData('thread', query, (draft) => {
      draft.pages.splice(1)
      draft.pageParams.splice(0, draft.pageParams.length, {})
    }),
  )
  store.dispatch(api.util.invalidateTags([tagOf('Thread', query.id)]))
}

type ThreadUpdate = (pages: ThreadPage[]) => ThreadPage[]

function changeThread({ dispatch }: Pick<CacheStore, 'dispatch'>, query: ThreadQuery, update: ThreadUpdate): void {
  dispatch(
    util.updateQueryData('thread', query, (draft) => {
      draft.pages = update(plain(draft.pages) as ThreadPage[])
    }),
  )
}

/** Updates the pages of a thread in every cache entry: from its end and around a message. */
export function updateThread(store: CacheStore, id: string, update: ThreadUpdate): void {
  for (const query of loadedThreads(store, id)) changeThread(store, query, update)
}

/** What messages of a thread became while it is fetched; the answer may have been read before. */
const fetching = new Set<{ query: ThreadQuery; updates: ThreadUpdate[] }>()

/** Updates messages of a thread, also in an answer that is on its way. An update must leave newer messages as they are. */
export function updateMessages(store: CacheStore, id: string, update: ThreadUpdate): void {
  for (const { query, updates } of fetching) if (query.id === id) updates.push(update)
  updateThread(store, id, update)
}

/** Applies to the answer what happened to messages since the thread was asked for; before the next frame, so it never shows. */
export async function keepNewer(
  store: Pick<CacheStore, 'dispatch'>,
  query: ThreadQuery,
  answer: Promise<unknown>,
): Promise<void> {
  const fetch = { query, updates: [] as ThreadUpdate[] }
  fetching.add(fetch)
  const [{ status }] = await Promise.allSettled([answer])
  fetching.delete(fetch)
  if (status === 'rejected' || fetch.updates.length === 0) return
  changeThread(store, query, (pages) => fetch.updates.reduce((updated, update) => update(updated), pages))
}

/** Places a conversation in every loaded list where it belongs. */
export function placeInLists(store: CacheStore, row: Conversation): void {
  const { message, auth } = store.getState() as SessionState
  const looking = { keepId: message.activeConversation?.id, me: auth.user?.id }
  for (const filter of loadedLists(store)) updateList(store, filter, (pages) => placeRow(pages, filter, row, looking))
}

/** Removes a conversation that is no longer viewed from the lists that kept it only for that. */
export function releaseRow(store: CacheStore, id: string): void {
  const me = (store.getState() as SessionState).auth.user?.id
  const now = new Date().toISOString()
  for (const filter of loadedLists(store)) {
    updateList(store, filter, (pages) => {
      const row = findRow(pages, id)
      return row && leaves(row, filter, me, now) ? placeRow(pages, filter, row, { me, now }) : pages
    })
  }
}

/** Returns a conversation from any loaded list or thread. */
export function findLoadedRow({ getState }: Pick<CacheStore, 'getState'>, id: string): Conversation | undefined {
  for (const { data } of cacheEntries(getState(), 'conversationList')) {
    const row = data && findRow(data.pages as ListPage[], id)
    if (row) return row
  }
  const thread = cacheEntries(getState(), 'thread').find(
    ({ originalArgs, data }) => data && (originalArgs as ThreadQuery).id === id,
  )
  return (thread?.data?.pages[0] as ThreadPage | undefined)?.conversation
}

/** Updates a conversation in every list and in its thread; `row` is the base where nothing is loaded. */
export function changeRow(store: CacheStore, row: Conversation, change: (row: Conversation) => Conversation): void {
  const next = change(findLoadedRow(store, row.id) ?? row)
  placeInLists(store, next)
  updateThread(store, row.id, (pages) => threadOf(pages, next))
}

/** Refetches whatever was loading when an event arrived, because that response may not include it. */
export function refetchIfFetching(store: CacheStore, contactId: string): void {
  const isFetching = (name: 'conversationList' | 'thread') =>
    cacheEntries(store.getState(), name).some(({ status }) => status === 'pending')
  if (isFetching('conversationList')) store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
  if (isFetching('thread')) store.dispatch(api.util.invalidateTags([tagOf('Thread', contactId)]))
}

/** Returns whether the loaded part of a thread contains a message. */
export function hasLoadedMessage(
  { getState }: Pick<CacheStore, 'getState'>,
  query: ThreadQuery,
  messageId: string,
): boolean {
  const key = JSON.stringify(query)
  const entry = cacheEntries(getState(), 'thread').find(({ originalArgs }) => JSON.stringify(originalArgs) === key)
  const pages = (entry?.data?.pages ?? []) as ThreadPage[]
  return pages.some(({ messages }) => messages.some(({ id }) => id === messageId))
}
