import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

/** A saved reply as visible to this member. */
export type SavedReply = Reply<'savedReplies'>['replies'][number]

/** A keyword with an automatic reply. */
export type Keyword = Reply<'keywords'>['keywords'][number]

const replies = api.injectEndpoints({
  endpoints: (build) => ({
    savedReplies: build.query<SavedReply[], void>({
      query: () => call('savedReplies', {}),
      transformResponse: (reply: Reply<'savedReplies'>) => reply.replies,
      providesTags: [listOf('Reply')],
    }),
    createReply: build.mutation<Reply<'createReply'>, CallInput<'createReply'>['body']>({
      query: (body) => call('createReply', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Reply')] : []),
    }),
    editReply: build.mutation<Reply<'editReply'>, { id: string; change: CallInput<'editReply'>['body'] }>({
      query: ({ id, change }) => call('editReply', { query: { id }, body: change }),
      invalidatesTags: [listOf('Reply')],
    }),
    deleteReply: build.mutation<Reply<'deleteReply'>, string>({
      query: (id) => call('deleteReply', { query: { id } }),
      invalidatesTags: [listOf('Reply')],
    }),
    useReply: build.mutation<Reply<'useReply'>, string>({
      query: (id) => call('useReply', { query: { id } }),
    }),
    keywords: build.query<Keyword[], void>({
      query: () => call('keywords', {}),
      transformResponse: (reply: Reply<'keywords'>) => reply.keywords,
      providesTags: [listOf('Keyword')],
    }),
    createKeyword: build.mutation<Reply<'createKeyword'>, CallInput<'createKeyword'>['body']>({
      query: (body) => call('createKeyword', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Keyword')] : []),
    }),
    editKeyword: build.mutation<Reply<'editKeyword'>, { id: string; change: CallInput<'editKeyword'>['body'] }>({
      query: ({ id, change }) => call('editKeyword', { query: { id }, body: change }),
      invalidatesTags: [listOf('Keyword')],
    }),
    deleteKeyword: build.mutation<Reply<'deleteKeyword'>, string>({
      query: (id) => call('deleteKeyword', { query: { id } }),
      invalidatesTags: [listOf('Keyword')],
    }),
  }),
})

export const {
  useSavedRepliesQuery,
  useCreateReplyMutation,
  useEditReplyMutation,
  useDeleteReplyMutation,
  useUseReplyMutation,
  useKeywordsQuery,
  useCreateKeywordMutation,
  useEditKeywordMutation,
  useDeleteKeywordMutation,
} = replies
