import type { Contact } from '@crewline/contract/contacts'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

/** Which contacts a list shows, and in which order. */
export interface ContactsAsked {
  search: string
  reach: 'all' | 'can_text' | 'opted_out' | 'no_mobile' | 'archived'
  groupId: string
  sort: 'name' | 'createdAt'
  order: 'asc' | 'desc'
}

const pageSize = 50

const contacts = api.injectEndpoints({
  endpoints: (build) => ({
    contactList: build.infiniteQuery<Reply<'groupContacts'>, ContactsAsked, string>({
      query: ({ queryArg: { search, reach, groupId, sort, order }, pageParam }) =>
        call('groupContacts', {
          query: {
            search,
            reach,
            sort,
            order,
            pageSize,
            ...(groupId && { id: groupId }),
            ...(pageParam && { cursor: pageParam }),
          },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: (answer) => [
        listOf('Contact'),
        ...(answer?.pages.flatMap(({ data }) => data.map(({ id }) => tagOf('Contact', id))) ?? []),
      ],
    }),
    findContacts: build.query<Contact[], string>({
      query: (search) => call('groupContacts', { query: { search, pageSize: 12 } }),
      transformResponse: (reply: Reply<'groupContacts'>) => reply.data,
      providesTags: [listOf('Contact')],
      keepUnusedDataFor: 60,
    }),
    contact: build.query<Contact, string>({
      query: (id) => call('readContact', { query: { id } }),
      transformResponse: (reply: Reply<'readContact'>) => reply.contact,
      providesTags: (_answer, _error, id) => [tagOf('Contact', id)],
    }),
    addContact: build.mutation<Reply<'createContact'>, Saying<'createContact'>['body']>({
      query: (body) => call('createContact', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Contact')] : []),
    }),
    changeContact: build.mutation<Reply<'editContact'>, { id: string; change: Saying<'editContact'>['body'] }>({
      query: ({ id, change }) => call('editContact', { query: { id }, body: change }),
      invalidatesTags: (answer, _error, { id }) => (answer ? [tagOf('Contact', id), listOf('Contact')] : []),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(contacts.util.upsertQueryData('contact', id, answer.data.contact))
      },
    }),
  }),
})

export const {
  useContactListInfiniteQuery,
  useFindContactsQuery,
  useContactQuery,
  useAddContactMutation,
  useChangeContactMutation,
} = contacts
