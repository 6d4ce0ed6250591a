import type { Teammate } from '@crewline/contract/inbox'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

/** A text that waits, by its thread and itself. */
export interface WaitingText {
  contactId: string
  messageId: string
}

const placeOf = ({ contactId, messageId }: WaitingText) => ({ message_id: messageId, conversation_id: contactId })
const scheduledOf = (_answer: unknown, _error: unknown, { contactId }: WaitingText) => [tagOf('Scheduled', contactId)]

const messages = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<Reply<'sendMessage'>, Saying<'sendMessage'>['body']>({
      query: (body) => call('sendMessage', { body }),
      invalidatesTags: (answer, _error, { scheduledAt, contactId }) =>
        answer && scheduledAt ? [tagOf('Scheduled', contactId)] : [],
    }),
    cancelText: build.mutation<Reply<'cancelScheduled'>, WaitingText>({
      query: (place) => call('cancelScheduled', { query: placeOf(place) }),
      invalidatesTags: scheduledOf,
    }),
    editText: build.mutation<Reply<'editScheduled'>, WaitingText & { change: Saying<'editScheduled'>['body'] }>({
      query: ({ change, ...place }) => call('editScheduled', { query: placeOf(place), body: change }),
      invalidatesTags: scheduledOf,
    }),
    sendTextNow: build.mutation<Reply<'sendScheduledNow'>, WaitingText>({
      query: (place) => call('sendScheduledNow', { query: placeOf(place) }),
      invalidatesTags: scheduledOf,
    }),
    retryText: build.mutation<Reply<'retryMessage'>, string>({
      query: (id) => call('retryMessage', { params: { id } }),
    }),
    judgeText: build.mutation<Reply<'judgeOptOut'>, { id: string; optOut: boolean }>({
      query: ({ id, optOut }) => call('judgeOptOut', { params: { id }, body: { optOut } }),
      invalidatesTags: (answer) => (answer ? [tagOf('Contact', answer.message.contactId)] : []),
    }),
    writeNote: build.mutation<Reply<'writeNote'>, Saying<'writeNote'>['body']>({
      query: (body) => call('writeNote', { body }),
    }),
    ownDraft: build.query<Reply<'readDraft'>['draft'], string>({
      query: (contactId) => call('readDraft', { query: { id: contactId } }),
      transformResponse: (reply: Reply<'readDraft'>) => reply.draft,
      keepUnusedDataFor: 0,
    }),
    keepOwnDraft: build.mutation<Reply<'saveDraft'>, Saying<'saveDraft'>['body']>({
      query: (body) => call('saveDraft', { body }),
    }),
    noteMembers: build.query<Teammate[], void>({
      query: () => call('inboxMembers', {}),
      transformResponse: (reply: Reply<'inboxMembers'>) => reply.members,
      providesTags: [listOf('Team')],
    }),
  }),
})

/** The calls that text one worker and that take a text back, for the outbox to make. */
export const { sendMessage, cancelText } = messages.endpoints

export const {
  useCancelTextMutation,
  useEditTextMutation,
  useSendTextNowMutation,
  useRetryTextMutation,
  useJudgeTextMutation,
  useWriteNoteMutation,
  useLazyOwnDraftQuery,
  useKeepOwnDraftMutation,
  useNoteMembersQuery,
} = messages
