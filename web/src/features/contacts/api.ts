import type { Contact } from '@crewline/contract/contacts'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { WHOLE_UP_TO_PAGES, type ListStore, type PagedList } from '../../shared/api/list-pages.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { ContactListQuery } from './table/contacts-url.ts'

const pageSize = 50

/** One page of a list. */
export type ContactListPage = Reply<'groupContacts'>

let changeCount = 0

function pageCall({ search, reach, groupId, filters, sort, order }: ContactListQuery, cursor: string) {
  return call('groupContacts', {
    query: {
      search,
      reach,
      sort,
      order,
      pageSize,
      ...(groupId && { id: groupId }),
      ...(filters && { filter: filters }),
      ...(cursor && { cursor }),
    },
  })
}

/** The fields of a contact that change optimistically, before the server responds. */
type Guess = Partial<Contact>

function changeRow(pages: { data: Contact[] }[], id: string, guess: Guess): void {
  for (const row of pages.flatMap(({ data }) => data)) if (row.id === id) Object.assign(row, guess)
}

const contacts = api.injectEndpoints({
  endpoints: (build) => ({
    contactList: build.infiniteQuery<ContactListPage, ContactListQuery, string>({
      query: ({ queryArg, pageParam }) => pageCall(queryArg, pageParam),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      // A change reloads a tagged list with all its pages; of a long one, `useFreshPages` reloads what is in sight.
      providesTags: (answer) =>
        answer && answer.pages.length <= WHOLE_UP_TO_PAGES
          ? [listOf('Contact'), ...answer.pages.flatMap(({ data }) => data.map(({ id }) => tagOf('Contact', id)))]
          : [],
    }),
    contactPage: build.query<ContactListPage, { listQuery: ContactListQuery; cursor: string }>({
      query: ({ listQuery, cursor }) => pageCall(listQuery, cursor),
      keepUnusedDataFor: 0,
    }),
    // Counts how often contacts changed, for lists that do not reload as a whole; makes no request.
    contactChanges: build.query<number, void>({
      queryFn: () => ({ data: (changeCount += 1) }),
      providesTags: [listOf('Contact')],
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
        const lists = loadedLists(getState())
        const patches = guess
          ? [
              dispatch(
                contacts.util.updateQueryData(
                  'contact',
                  id,
                  (cachedContact) => void Object.assign(cachedContact, guess),
                ),
              ),
              ...lists.map((listQuery) =>
                dispatch(updateContactList(listQuery, ({ pages }) => changeRow(pages, id, guess))),
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

/** A list of contacts with its loaded pages. */
export const contactList = contacts.endpoints.contactList

/** The pages of a list, which reloads in parts. */
export const contactPages: PagedList<ContactListQuery, ContactListPage> = {
  name: 'contactList',
  select: (state, listQuery) => contactList.select(listQuery)(state as never).data,
  load: async (store, listQuery, cursor) => {
    const options = { forceRefetch: true, subscribe: false }
    const { data } = await store.dispatch(contacts.endpoints.contactPage.initiate({ listQuery, cursor }, options))
    return data
  },
  update: (store, listQuery, recipe) => void store.dispatch(updateContactList(listQuery, recipe)),
}

/** Returns the queries of the lists that are loaded. */
export function loadedLists(state: unknown): ContactListQuery[] {
  return contacts.util.selectCachedArgsForQuery(state as never, 'contactList')
}

/** Changes the loaded pages of a list, and with their number how the list is reloaded. */
function updateContactList(
  listQuery: ContactListQuery,
  update: (draft: { pages: ContactListPage[]; pageParams: string[] }) => void,
) {
  return contacts.util.updateQueryData('contactList', listQuery, (draft) => update(draft as never), true)
}

/** Shows the changed fields of a contact in every loaded list. */
export function changeInLists({ dispatch, getState }: ListStore, contact: Guess & { id: string }): void {
  for (const listQuery of loadedLists(getState()))
    dispatch(updateContactList(listQuery, ({ pages }) => changeRow(pages, contact.id, contact)))
}

export const {
  useContactListInfiniteQuery,
  useContactChangesQuery,
  useFindContactsQuery,
  useContactQuery,
  useAddContactMutation,
  useChangeContactMutation,
} = contacts
