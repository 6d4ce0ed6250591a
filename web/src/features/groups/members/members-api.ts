import type { ContactSort } from '@crewline/contract/contact-columns'
import type { Contact } from '@crewline/contract/contacts'
import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'
import { WHOLE_UP_TO_PAGES, type PagedList } from '../../../shared/api/list-pages.ts'
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

/** One page of the contacts of a group. */
type MemberPage = Reply<'groupMembers'>

const pageSize = 50
let changeCount = 0

function pageCall(listQuery: MemberListQuery, cursor: string) {
  return call('groupMembers', { query: { ...listQuery, pageSize, ...(cursor && { cursor }) } })
}

const membership = [listOf('Group'), listOf('Contact')]

const membersApi = api.injectEndpoints({
  endpoints: (build) => ({
    groupMemberList: build.infiniteQuery<MemberPage, MemberListQuery, string>({
      query: ({ queryArg, pageParam }) => pageCall(queryArg, pageParam),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      // A change reloads a tagged list with all its pages; of a long one, `useFreshPages` reloads what is in sight.
      providesTags: (answer, _error, { id }) =>
        answer && answer.pages.length > WHOLE_UP_TO_PAGES ? [] : [listOf('Contact'), tagOf('Group', id)],
    }),
    groupMemberPage: build.query<MemberPage, { listQuery: MemberListQuery; cursor: string }>({
      query: ({ listQuery, cursor }) => pageCall(listQuery, cursor),
      keepUnusedDataFor: 0,
    }),
    // Counts how often the contacts of a group changed, for lists that do not reload as a whole; makes no request.
    memberChanges: build.query<number, string>({
      queryFn: () => ({ data: (changeCount += 1) }),
      providesTags: (_count, _error, id) => [listOf('Contact'), tagOf('Group', id)],
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

/** The contacts of a group with the loaded pages. */
export const memberList = membersApi.endpoints.groupMemberList

/** How often the contacts of a group changed. */
export const memberChanges = membersApi.endpoints.memberChanges

/** The pages of the contacts of a group, which reload in parts. */
export const memberPages: PagedList<MemberListQuery, MemberPage> = {
  name: 'groupMemberList',
  select: (state, listQuery) => memberList.select(listQuery)(state as never).data,
  load: async (store, listQuery, cursor) => {
    const options = { forceRefetch: true, subscribe: false }
    const { data } = await store.dispatch(membersApi.endpoints.groupMemberPage.initiate({ listQuery, cursor }, options))
    return data
  },
  // The last argument writes the tags of the list anew, which depend on its length.
  update: (store, listQuery, recipe) =>
    void store.dispatch(
      membersApi.util.updateQueryData('groupMemberList', listQuery, (draft) => recipe(draft as never), true),
    ),
}

export const {
  useGroupMemberListInfiniteQuery,
  useMemberChangesQuery,
  usePeopleToAddQuery,
  useWhyInGroupQuery,
  useAddToGroupMutation,
  useRemoveFromGroupMutation,
  useCopyGroupMutation,
  useGroupPinsInfiniteQuery,
  useUnpinContactsMutation,
} = membersApi
