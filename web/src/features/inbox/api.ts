import type { Conversation } from '@crewline/contract/inbox'
import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import { contactRead, listRefreshing, messagesRefreshing } from '../../shared/lib/session/message.slice.ts'
import { unreadCounted } from '../../shared/live/ws.slice.ts'
import { changeRow } from './cache.ts'
import type { ListAsked } from './fold.ts'

const pageSize = 40

const inbox = api.injectEndpoints({
  endpoints: (build) => ({
    conversationList: build.infiniteQuery<Reply<'conversations'>, ListAsked, string>({
      query: ({ queryArg: { status, search, groupIds }, pageParam }) =>
        call('conversations', {
          query: { status, search, groupIds, pageSize, ...(pageParam && { cursor: pageParam }) },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: [listOf('Conversation')],
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        dispatch(listRefreshing(true))
        const answer = await queryFulfilled.catch(() => undefined)
        dispatch(listRefreshing(false))
        const total = answer?.data.pages[0]?.unreadTotal
        if (total !== undefined) dispatch(unreadCounted(total))
      },
    }),
    thread: build.infiniteQuery<Reply<'conversation'>, string, string>({
      query: ({ queryArg: id, pageParam }) =>
        call('conversation', { params: { id }, query: pageParam ? { before: pageParam } : {} }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (oldest) => (oldest.hasMore ? oldest.messages[0]?.id : undefined),
      },
      providesTags: (_answer, _error, id) => [listOf('Thread'), tagOf('Thread', id)],
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        dispatch(messagesRefreshing(true))
        await queryFulfilled.catch(() => undefined)
        dispatch(messagesRefreshing(false))
      },
    }),
    archive: build.mutation<Reply<'archiveConversation'>, { row: Conversation; archived: boolean }>({
      query: ({ row, archived }) => call('archiveConversation', { query: { id: row.id }, body: { archived } }),
      async onQueryStarted({ row, archived }, { dispatch, getState, queryFulfilled }) {
        const store = { dispatch, getState }
        changeRow(store, row, (one) => ({ ...one, archived }))
        await queryFulfilled.catch(() =>
          changeRow(store, { ...row, archived }, (one) => ({ ...one, archived: !archived })),
        )
      },
    }),
    read: build.mutation<Reply<'readConversation'>, { row: Conversation; unread: boolean }>({
      query: ({ row, unread }) => call('readConversation', { query: { id: row.id }, body: { unread } }),
      async onQueryStarted({ row, unread }, { dispatch, getState, queryFulfilled }) {
        const store = { dispatch, getState }
        changeRow(store, row, (one) => ({ ...one, unreadCount: unread ? Math.max(1, one.unreadCount) : 0 }))
        if (!unread) dispatch(contactRead({ contactId: row.id }))
        await queryFulfilled.catch(() => changeRow(store, row, (one) => ({ ...one, unreadCount: row.unreadCount })))
      },
    }),
    /** Asks for one row only to learn whether reading is still on hold. */
    standing: build.query<Reply<'conversations'>, void>({
      query: () => call('conversations', { query: { pageSize: 1 } }),
    }),
  }),
})

export const {
  useConversationListInfiniteQuery,
  useThreadInfiniteQuery,
  useArchiveMutation,
  useReadMutation,
  useLazyStandingQuery,
} = inbox

/** Loads a thread ahead of the click; nothing happens when it is there already. */
export const prefetchThread = (id: string) => inbox.endpoints.thread.initiate(id, { subscribe: false })
