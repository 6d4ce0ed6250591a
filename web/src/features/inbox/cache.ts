import type { Conversation } from '@crewline/contract/inbox'
import { original, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { findRow, placeRow, type ListAsked, type ListPage, type ThreadPage } from './fold.ts'

/** The part of the store that the caches live in. */
export interface CacheStore {
  getState: () => unknown
  // The thunks of the query library name the whole state they need; here it is one of several.
  // oxlint-disable-next-line typescript/no-explicit-any
  dispatch: ThunkDispatch<any, any, UnknownAction>
}

interface Pages<P> {
  pages: P[]
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

function plain(draft: unknown[]): unknown[] {
  return original(draft) ?? draft
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
  if (isLost) store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
}

/** Changes the pages of a thread if it is loaded. */
export function foldThread(store: CacheStore, id: string, fold: (pages: ThreadPage[]) => ThreadPage[]): void {
  store.dispatch(
    util.updateQueryData('thread', id, (draft) => {
      draft.pages = fold(plain(draft.pages) as ThreadPage[])
    }),
  )
}

/** Puts a conversation where it belongs in every loaded list. */
export function placeEverywhere(store: CacheStore, row: Conversation): void {
  const keepId = (store.getState() as SessionState).message.activeConversation?.id
  for (const asked of loadedLists(store)) foldList(store, asked, (pages) => placeRow(pages, asked, row, keepId))
}

/** The conversation as any loaded list or thread knows it. */
export function knownRow({ getState }: CacheStore, id: string): Conversation | undefined {
  for (const { data } of entries(getState(), 'conversationList')) {
    const row = data && findRow(data.pages as ListPage[], id)
    if (row) return row
  }
  const thread = entries(getState(), 'thread').find(({ originalArgs }) => originalArgs === id)
  return (thread?.data?.pages[0] as ThreadPage | undefined)?.conversation
}

/** Changes a conversation in every list and in its thread; `row` stands in where nothing is loaded. */
export function changeRow(store: CacheStore, row: Conversation, change: (row: Conversation) => Conversation): void {
  const next = change(knownRow(store, row.id) ?? row)
  placeEverywhere(store, next)
  foldThread(store, row.id, (pages) => pages.map((page) => ({ ...page, conversation: next })))
}

/** Fetches again what was being fetched while an event came in, because the answer may not know of it. */
export function refetchIfFetching(store: CacheStore, contactId: string): void {
  const isFetching = (name: 'conversationList' | 'thread') =>
    entries(store.getState(), name).some(({ status }) => status === 'pending')
  if (isFetching('conversationList')) store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
  if (isFetching('thread')) store.dispatch(api.util.invalidateTags([tagOf('Thread', contactId)]))
}
