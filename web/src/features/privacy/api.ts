import type { Duplicate, Contact } from '@crewline/contract/contacts'
import type { ContactMerge } from '@crewline/contract/privacy'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

const maxResults = 8

/** All data of a contact: refetched when two contacts are merged. */
const everything = [listOf('Contact'), listOf('Conversation'), listOf('Group'), 'Thread', 'Voicemail'] as const

/** Pairs of possible duplicates of any contact. */
const pairs = tagOf('Contact', 'pairs')

const privacy = api.injectEndpoints({
  endpoints: (build) => ({
    duplicatePairs: build.query<Duplicate[], string | undefined>({
      query: (id) => call('contactDuplicates', { query: id === undefined ? {} : { id } }),
      transformResponse: (reply: Reply<'contactDuplicates'>) => reply.duplicates,
      providesTags: [listOf('Contact'), pairs],
      keepUnusedDataFor: 0,
    }),
    contact: build.query<Contact, string>({
      query: (id) => call('readContact', { query: { id } }),
      transformResponse: (reply: Reply<'readContact'>) => reply.contact,
      providesTags: (_answer, _error, id) => [tagOf('Contact', id)],
    }),
    people: build.query<Contact[], string>({
      query: (search) => call('groupContacts', { query: { search, pageSize: maxResults } }),
      transformResponse: (reply: Reply<'groupContacts'>) => reply.data,
      providesTags: [listOf('Contact')],
      keepUnusedDataFor: 0,
    }),
    dismissPair: build.mutation<Reply<'dismissDuplicate'>, [string, string]>({
      query: ([contactId, otherId]) => call('dismissDuplicate', { body: { contactId, otherId } }),
      async onQueryStarted([firstId, secondId], { dispatch, queryFulfilled }) {
        const patch = dispatch(
          privacy.util.updateQueryData('duplicatePairs', undefined, (before) =>
            before.filter(({ contacts }) => !contacts.every(({ id }) => id === firstId || id === secondId)),
          ),
        )
        await queryFulfilled.catch(() => patch.undo())
      },
      // A response that was pending meanwhile may have restored the pair.
      invalidatesTags: (answer) => (answer ? [pairs] : []),
    }),
    merge: build.mutation<Reply<'mergeContacts'>, CallInput<'mergeContacts'>['body']>({
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
    erase: build.mutation<Reply<'eraseContact'>, CallInput<'eraseContact'>['body']>({
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
  useContactQuery,
  usePeopleQuery,
  useDismissPairMutation,
  useMergeMutation,
  useUndoMergeMutation,
  useUndoableMergesQuery,
  useEraseMutation,
} = privacy
