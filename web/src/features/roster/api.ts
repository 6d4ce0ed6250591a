import type { ContactMerge, Duplicate } from '@crewline/contract/roster'
import type { Contact } from '@crewline/contract/contacts'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

const found = 8

/** What a whole person is made of: all of it is read again when two become one. */
const everything = [listOf('Contact'), listOf('Conversation'), listOf('Group'), 'Thread', 'Voicemail'] as const

/** Contacts that may be one person, whichever they are. */
const pairs = tagOf('Contact', 'pairs')

const roster = api.injectEndpoints({
  endpoints: (build) => ({
    duplicatePairs: build.query<Duplicate[], string | undefined>({
      query: (id) => call('contactDuplicates', { query: id === undefined ? {} : { id } }),
      transformResponse: (reply: Reply<'contactDuplicates'>) => reply.duplicates,
      providesTags: [listOf('Contact'), pairs],
      keepUnusedDataFor: 0,
    }),
    person: build.query<Contact, string>({
      query: (id) => call('readContact', { query: { id } }),
      transformResponse: (reply: Reply<'readContact'>) => reply.contact,
      providesTags: (_answer, _error, id) => [tagOf('Contact', id)],
    }),
    people: build.query<Contact[], string>({
      query: (search) => call('groupContacts', { query: { search, pageSize: found } }),
      transformResponse: (reply: Reply<'groupContacts'>) => reply.data,
      providesTags: [listOf('Contact')],
      keepUnusedDataFor: 0,
    }),
    dismissPair: build.mutation<Reply<'dismissDuplicate'>, [string, string]>({
      query: ([contactId, otherId]) => call('dismissDuplicate', { body: { contactId, otherId } }),
      async onQueryStarted([one, other], { dispatch, queryFulfilled }) {
        const patch = dispatch(
          roster.util.updateQueryData('duplicatePairs', undefined, (before) =>
            before.filter(({ contacts }) => !contacts.every(({ id }) => id === one || id === other)),
          ),
        )
        await queryFulfilled.catch(() => patch.undo())
      },
      // An answer that was on its way meanwhile has brought the pair back.
      invalidatesTags: (answer) => (answer ? [pairs] : []),
    }),
    merge: build.mutation<Reply<'mergeContacts'>, Saying<'mergeContacts'>['body']>({
      query: (body) => call('mergeContacts', { body }),
      invalidatesTags: (answer, _error, { keepId, otherId }) =>
        answer
          ? [
              ...everything,
              ...[keepId, otherId].flatMap((id) => [
                tagOf('Contact', id),
                tagOf('Conversation', id),
                tagOf('Thread', id),
              ]),
            ]
          : [],
    }),
    undoableMerges: build.query<ContactMerge[], string>({
      query: (id) => call('contactMerges', { query: { id } }),
      transformResponse: (reply: Reply<'contactMerges'>) => reply.merges,
      providesTags: (_answer, _error, id) => [tagOf('Contact', id)],
      keepUnusedDataFor: 0,
    }),
    erase: build.mutation<Reply<'eraseContact'>, Saying<'eraseContact'>['body']>({
      query: (body) => call('eraseContact', { body }),
      invalidatesTags: (answer, _error, { contactId }) =>
        answer
          ? [...everything, tagOf('Contact', contactId), tagOf('Conversation', contactId), tagOf('Thread', contactId)]
          : [],
    }),
    undoMerge: build.mutation<Reply<'undoMerge'>, string>({
      query: (id) => call('undoMerge', { params: { id } }),
      invalidatesTags: (answer) => (answer ? [...everything, tagOf('Contact', answer.contact.id)] : []),
    }),
  }),
})

export const {
  useDuplicatePairsQuery,
  usePersonQuery,
  usePeopleQuery,
  useDismissPairMutation,
  useMergeMutation,
  useUndoMergeMutation,
  useUndoableMergesQuery,
  useEraseMutation,
} = roster
