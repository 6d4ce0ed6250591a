import type { Contact } from '@crewline/contract/contacts'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { ContactListQuery } from './table/contacts-url.ts'

const pageSize = 50

/** The fields of a contact that change optimistically, before the server responds. */
type Guess = Partial<Contact>

function changeRow(pages: { data: Contact[] }[], id: string, guess: Guess): void {
  for (const row of pages.flatMap(({ data }) => data)) if (row.id === id) Object.assign(row, guess)
}

const contacts = api.injectEndpoints({
  endpoints: (build) => ({
    contactList: build.infiniteQuery<Reply<'groupContacts'>, ContactListQuery, string>({
      query: ({ queryArg: { search, reach, groupId, filters, sort, order }, pageParam }) =>
        call('groupContacts', {
          query: {
            search,
            reach,
            sort,
            order,
            pageSize,
            ...(groupId && { id: groupId }),
            ...(filters && { filter: filters }),
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
    addContact: build.mutation<Reply<'createContact'>, CallInput<'createContact'>['body']>({
      query: (body) => call('createContact', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Contact')] : []),
    }),
    changeContact: build.mutation<
      Reply<'editContact'>,
      { id: string; change: CallInput<'editContact'>['body']; guess?: Guess }
    >({
      query: ({ id, change }) => call('editContact', { query: { id }, body: change }),
      invalidatesTags: (answer, _error, { id }) => (answer ? [tagOf('Contact', id), listOf('Contact')] : []),
      async onQueryStarted({ id, guess }, { dispatch, getState, queryFulfilled }) {
        const lists = contacts.util
          .selectInvalidatedBy(getState(), [tagOf('Contact', id)])
          .filter(({ endpointName }) => endpointName === 'contactList')
        const patches = guess
          ? [
              dispatch(
                contacts.util.updateQueryData(
                  'contact',
                  id,
                  (cachedContact) => void Object.assign(cachedContact, guess),
                ),
              ),
              ...lists.map(({ originalArgs }) =>
                dispatch(
                  contacts.util.updateQueryData('contactList', originalArgs as ContactListQuery, ({ pages }) =>
                    changeRow(pages, id, guess),
                  ),
                ),
              ),
            ]
          : []
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) void dispatch(contacts.util.upsertQueryData('contact', id, answer.data.contact))
        else for (const patch of patches) patch.undo()
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
