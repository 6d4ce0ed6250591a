import type { Teammate } from '@crewline/contract/conversations'
import type { SavedView } from '@crewline/contract/saved-views'
import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../../shared/api/tags.ts'

/** The parameters of a message search. */
export interface HitsQuery {
  phrase: string
  /** Only the thread of this contact; all threads when absent. */
  contactId?: string
  /** A day as 2026-01-31; from the beginning when absent. */
  startDate?: string
}

/** A message that matches the search. */
export type Hit = Reply<'searchMessages'>['results'][number]

const relatedApi = api.injectEndpoints({
  endpoints: (build) => ({
    members: build.query<Teammate[], void>({
      query: () => call('inboxMembers', {}),
      transformResponse: (reply: Reply<'inboxMembers'>) => reply.members,
      providesTags: [listOf('Team')],
    }),
    inboxTags: build.query<Reply<'tags'>['tags'], void>({
      query: () => call('tags', {}),
      transformResponse: (reply: Reply<'tags'>) => reply.tags,
      providesTags: [listOf('InboxTag')],
    }),
    createTag: build.mutation<Reply<'createTag'>, CallInput<'createTag'>['body']>({
      query: (body) => call('createTag', { body }),
      invalidatesTags: [listOf('InboxTag')],
    }),
    views: build.query<SavedView[], void>({
      query: () => call('savedViews', {}),
      transformResponse: (reply: Reply<'savedViews'>) => reply.views,
      providesTags: [listOf('View')],
    }),
    createView: build.mutation<Reply<'createView'>, CallInput<'createView'>['body']>({
      query: (body) => call('createView', { body }),
      invalidatesTags: [listOf('View')],
    }),
    deleteView: build.mutation<Reply<'deleteView'>, string>({
      query: (id) => call('deleteView', { query: { id } }),
      invalidatesTags: [listOf('View')],
    }),
    /** The waiting queue: of everyone, or as the filter of replies to broadcasts limits it. */
    waitingQueue: build.query<Reply<'waitingQueue'>, string | undefined>({
      query: (repliesTo) => call('waitingQueue', { query: repliesTo ? { repliesTo } : {} }),
      providesTags: [listOf('Waiting')],
    }),
    waitingReplies: build.query<Reply<'waitingReplies'>, void>({
      query: () => call('waitingReplies', {}),
      providesTags: [listOf('Waiting')],
    }),
    createShiftNote: build.mutation<Reply<'createShiftNote'>, CallInput<'createShiftNote'>['body']>({
      query: (body) => call('createShiftNote', { body }),
      invalidatesTags: [listOf('Waiting')],
    }),
    readShiftNote: build.mutation<Reply<'readShiftNote'>, string>({
      query: (id) => call('readShiftNote', { query: { id } }),
      invalidatesTags: [listOf('Waiting')],
    }),
    hits: build.infiniteQuery<Reply<'searchMessages'>, HitsQuery, string>({
      query: ({ queryArg, pageParam }) =>
        call('searchMessages', { query: { ...queryArg, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor, maxPages: 20 },
      keepUnusedDataFor: 60,
    }),
    /** Whether the organization has a number to text from. */
    hasNumber: build.query<boolean, void>({
      query: () => call('lines', {}),
      transformResponse: (reply: Reply<'lines'>) => reply.lines.some(({ state }) => state !== 'released'),
      keepUnusedDataFor: 0,
    }),
    textsWait: build.query<boolean, void>({
      query: () => call('linePause', {}),
      transformResponse: (reply: Reply<'linePause'>) => reply.allPaused,
      providesTags: [listOf('Line')],
    }),
    hasConversations: build.query<boolean, void>({
      query: () => call('conversations', { query: { status: 'all', pageSize: 10 } }),
      transformResponse: (reply: Reply<'conversations'>) => reply.data.length > 0,
      keepUnusedDataFor: 0,
    }),
    scheduled: build.query<Reply<'scheduledMessages'>['data'], string>({
      query: (contactId) => call('scheduledMessages', { query: { contactId, pageSize: 50 } }),
      transformResponse: (reply: Reply<'scheduledMessages'>) => reply.data,
      providesTags: (_answer, _error, contactId) => [tagOf('Scheduled', contactId)],
    }),
    cancelOne: build.mutation<Reply<'cancelScheduled'>, { contactId: string; messageId: string }>({
      query: ({ contactId, messageId }) =>
        call('cancelScheduled', { query: { message_id: messageId, conversation_id: contactId } }),
      invalidatesTags: (_answer, _error, { contactId }) => [tagOf('Scheduled', contactId)],
    }),
  }),
})

export const {
  useMembersQuery,
  useInboxTagsQuery,
  useCreateTagMutation,
  useViewsQuery,
  useCreateViewMutation,
  useDeleteViewMutation,
  useWaitingQueueQuery,
  useWaitingRepliesQuery,
  useCreateShiftNoteMutation,
  useReadShiftNoteMutation,
  useHitsInfiniteQuery,
  useHasNumberQuery,
  useHasConversationsQuery,
  useTextsWaitQuery,
  useScheduledQuery,
  useCancelOneMutation,
} = relatedApi
