import type { ContactSort } from '@crewline/contract/contact-columns'
import type { Contact } from '@crewline/contract/contacts'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

/** Which people of a group a list shows, and in which order. */
export interface MembersAsked {
  id: string
  search: string
  sort: ContactSort
  order: 'asc' | 'desc'
}

/** One of the people of a group, with why they are in it. */
export type Member = Reply<'groupMembers'>['data'][number]

const pageSize = 50
const membership = [listOf('Group'), listOf('Contact')]

const people = api.injectEndpoints({
  endpoints: (build) => ({
    groupMemberList: build.infiniteQuery<Reply<'groupMembers'>, MembersAsked, string>({
      query: ({ queryArg, pageParam }) =>
        call('groupMembers', { query: { ...queryArg, pageSize, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: (_answer, _error, { id }) => [listOf('Contact'), tagOf('Group', id)],
    }),
    peopleToAdd: build.query<Contact[], string>({
      query: (search) => call('groupContacts', { query: { search, pageSize: 20 } }),
      transformResponse: (reply: Reply<'groupContacts'>) => reply.data,
      providesTags: [listOf('Contact')],
      keepUnusedDataFor: 60,
    }),
    whyInGroup: build.query<Reply<'whyInGroup'>, { id: string; contactId: string }>({
      query: (query) => call('whyInGroup', { query }),
      providesTags: (_answer, _error, { id }) => [listOf('Contact'), tagOf('Group', id)],
      keepUnusedDataFor: 30,
    }),
    addToGroup: build.mutation<Reply<'addToGroup'>, { id: string; people: Saying<'addToGroup'>['body'] }>({
      query: ({ id, people }) => call('addToGroup', { query: { id }, body: people }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
    removeFromGroup: build.mutation<
      Reply<'removeFromGroup'>,
      { id: string; people: Saying<'removeFromGroup'>['body'] }
    >({
      query: ({ id, people }) => call('removeFromGroup', { query: { id }, body: people }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
    groupPins: build.infiniteQuery<Reply<'groupPins'>, { id: string; kind: 'in' | 'out' }, string>({
      query: ({ queryArg, pageParam }) =>
        call('groupPins', { query: { ...queryArg, pageSize, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: [listOf('Group')],
      keepUnusedDataFor: 0,
    }),
    unpinPeople: build.mutation<Reply<'unpinPeople'>, { id: string; contacts: string[] }>({
      query: ({ id, contacts }) => call('unpinPeople', { query: { id }, body: { contacts } }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
    copyGroup: build.mutation<Reply<'copyGroup'>, Saying<'copyGroup'>['body']>({
      query: (body) => call('copyGroup', { body }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
  }),
})

export const {
  useGroupMemberListInfiniteQuery,
  usePeopleToAddQuery,
  useWhyInGroupQuery,
  useAddToGroupMutation,
  useRemoveFromGroupMutation,
  useCopyGroupMutation,
  useGroupPinsInfiniteQuery,
  useUnpinPeopleMutation,
} = people
