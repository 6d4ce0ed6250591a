import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

// More than are shown: some are notes and events, which only the inbox shows.
const messagePageSize = 20

export interface GroupsChange {
  contactId: string
  add: string[]
  remove: string[]
}

const contactDetailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    lastMessages: build.query<Reply<'conversation'>, string>({
      query: (id) => call('conversation', { params: { id }, query: { limit: messagePageSize } }),
      providesTags: (_answer, _error, id) => [tagOf('Thread', id)],
      keepUnusedDataFor: 0,
    }),
    activity: build.infiniteQuery<Reply<'contactActivity'>, string, string>({
      query: ({ queryArg: id, pageParam }) =>
        call('contactActivity', { query: { id, ...(pageParam && { before: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.before },
      providesTags: (_answer, _error, id) => [tagOf('Contact', id)],
      keepUnusedDataFor: 0,
    }),
    why: build.query<Reply<'whyInGroup'>, { id: string; contactId: string }>({
      query: (query) => call('whyInGroup', { query }),
      keepUnusedDataFor: 0,
    }),
    changeGroups: build.mutation<Reply<'moveContacts'>, GroupsChange>({
      query: ({ contactId, add, remove }) => call('moveContacts', { body: { contacts: [contactId], add, remove } }),
      invalidatesTags: (answer, _error, { contactId }) =>
        answer ? [tagOf('Contact', contactId), listOf('Contact'), listOf('Group')] : [],
    }),
  }),
})

export const { useLastMessagesQuery, useActivityInfiniteQuery, useWhyQuery, useChangeGroupsMutation } =
  contactDetailsApi
