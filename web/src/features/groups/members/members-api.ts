import type { ContactSort } from '@crewline/contract/contact-columns'
import type { Contact } from '@crewline/contract/contacts'
import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../../shared/api/tags.ts'

/** Which contacts of a group a list shows, and in which order. */
export interface MemberListQuery {
  id: string
  search: string
  sort: ContactSort
  order: 'asc' | 'desc'
}

/** A contact of a group, with the reason for the membership. */
export type Member = Reply<'groupMembers'>['data'][number]

const pageSize = 50
const membership = [listOf('Group'), listOf('Contact')]

const membersApi = api.injectEndpoints({
  endpoints: (build) => ({
    groupMemberList: build.infiniteQuery<Reply<'groupMembers'>, MemberListQuery, string>({
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
    addToGroup: build.mutation<Reply<'addToGroup'>, { id: string; selection: CallInput<'addToGroup'>['body'] }>({
      query: ({ id, selection }) => call('addToGroup', { query: { id }, body: selection }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
    removeFromGroup: build.mutation<
      Reply<'removeFromGroup'>,
      { id: string; selection: CallInput<'removeFromGroup'>['body'] }
    >({
      query: ({ id, selection }) => call('removeFromGroup', { query: { id }, body: selection }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
    groupPins: build.infiniteQuery<Reply<'groupPins'>, { id: string; kind: 'in' | 'out' }, string>({
      query: ({ queryArg, pageParam }) =>
        call('groupPins', { query: { ...queryArg, pageSize, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: [listOf('Group')],
      keepUnusedDataFor: 0,
    }),
    unpinContacts: build.mutation<Reply<'unpinContacts'>, { id: string; contacts: string[] }>({
      query: ({ id, contacts }) => call('unpinContacts', { query: { id }, body: { contacts } }),
      invalidatesTags: (answer) => (answer ? membership : []),
    }),
    copyGroup: build.mutation<Reply<'copyGroup'>, CallInput<'copyGroup'>['body']>({
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
  useUnpinContactsMutation,
} = membersApi
