import type { Conversation } from '@crewline/contract/inbox'
import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import { unreadCounted } from '../../shared/live/ws.slice.ts'
import { changeRow, keepNewer, type CacheStore } from './state/cache.ts'
import type { ConversationFilter } from './state/list-filter.ts'
import type { ThreadQuery } from './state/thread-fold.ts'

const pageSize = 40
/** Which messages of a thread a page contains; empty for the latest. */
type ThreadPageParam = { before?: string; after?: string; around?: string }

const inbox = api.injectEndpoints({
  endpoints: (build) => ({
    conversationList: build.infiniteQuery<Reply<'conversations'>, ConversationFilter, string>({
      query: ({ queryArg: { status, search, groupIds, tagIds, repliesTo }, pageParam }) =>
        call('conversations', {
          query: {
            status,
            search,
            groupIds,
            tagIds,
            pageSize,
            ...(repliesTo && { repliesTo }),
            ...(pageParam && { cursor: pageParam }),
          },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: [listOf('Conversation')],
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        const total = answer?.data.pages[0]?.unreadTotal
        if (total !== undefined) dispatch(unreadCounted(total))
      },
    }),
    thread: build.infiniteQuery<Reply<'conversation'>, ThreadQuery, ThreadPageParam>({
      query({ queryArg: { id, around }, pageParam }) {
        const isFirst = Object.keys(pageParam).length === 0
        return call('conversation', { params: { id }, query: isFirst && around ? { around } : pageParam })
      },
      infiniteQueryOptions: {
        initialPageParam: {},
        getNextPageParam: ({ hasMore, messages: [oldest] }) =>
          hasMore && oldest ? { before: oldest.sortKey } : undefined,
        getPreviousPageParam({ hasNewer, messages }) {
          const newest = messages.at(-1)
          return hasNewer && newest ? { after: newest.sortKey } : undefined
        },
      },
      providesTags: (_answer, _error, { id }) => [listOf('Thread'), tagOf('Thread', id)],
      onQueryStarted: (query, { dispatch, queryFulfilled }) => keepNewer({ dispatch }, query, queryFulfilled),
    }),
    /** Fetches one conversation without caching it as a thread. */
    row: build.query<Reply<'conversation'>, string>({
      query: (id) => call('conversation', { params: { id }, query: { limit: 1 } }),
    }),
    /** Fetches one row only to learn whether the organization is still past due. */
    pastDueCheck: build.query<Reply<'conversations'>, void>({
      query: () => call('conversations', { query: { pageSize: 1 } }),
    }),
  }),
})

export const { useConversationListInfiniteQuery, useThreadInfiniteQuery, useLazyPastDueCheckQuery } = inbox

/** Asks the server whether the organization is still past due; the answer sets or clears the flag. */
export const checkPastDue = () =>
  inbox.endpoints.pastDueCheck.initiate(undefined, { subscribe: false, forceRefetch: true })

/** Prefetches a thread before the click; does nothing when it is already loaded. */
export const prefetchThread = (id: string) => inbox.endpoints.thread.initiate({ id, around: '' }, { subscribe: false })

/** Fetches a conversation, updates it in every list and its thread, and returns it; a refusal changes nothing. */
export async function fetchRow(store: CacheStore, id: string): Promise<Conversation | undefined> {
  const request: Promise<{ data?: Reply<'conversation'> }> = store.dispatch(
    inbox.endpoints.row.initiate(id, { subscribe: false, forceRefetch: true }),
  )
  const { data } = await request
  if (data) changeRow(store, data.conversation, () => data.conversation)
  return data?.conversation
}
