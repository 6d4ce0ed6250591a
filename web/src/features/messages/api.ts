import type { Teammate } from '@crewline/contract/conversations'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

/** A waiting message, by thread and message id. */
export interface WaitingText {
  contactId: string
  messageId: string
}

const toMessageQuery = ({ contactId, messageId }: WaitingText) => ({
  message_id: messageId,
  conversation_id: contactId,
})
const scheduledOf = (_answer: unknown, _error: unknown, { contactId }: WaitingText) => [tagOf('Scheduled', contactId)]

const messages = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<Reply<'sendMessage'>, CallInput<'sendMessage'>['body']>({
      query: (body) => call('sendMessage', { body }),
      invalidatesTags: (answer, _error, { scheduledAt, contactId }) =>
        answer && scheduledAt ? [tagOf('Scheduled', contactId)] : [],
    }),
    cancelText: build.mutation<Reply<'cancelScheduled'>, WaitingText>({
      query: (messageKey) => call('cancelScheduled', { query: toMessageQuery(messageKey) }),
      invalidatesTags: scheduledOf,
    }),
    editText: build.mutation<Reply<'editScheduled'>, WaitingText & { change: CallInput<'editScheduled'>['body'] }>({
      query: ({ change, ...messageKey }) => call('editScheduled', { query: toMessageQuery(messageKey), body: change }),
      invalidatesTags: scheduledOf,
    }),
    sendTextNow: build.mutation<Reply<'sendScheduledNow'>, WaitingText>({
      query: (messageKey) => call('sendScheduledNow', { query: toMessageQuery(messageKey) }),
      invalidatesTags: scheduledOf,
    }),
    retryText: build.mutation<Reply<'retryMessage'>, string>({
      query: (id) => call('retryMessage', { params: { id } }),
    }),
    judgeText: build.mutation<Reply<'judgeOptOut'>, { id: string; optOut: boolean }>({
      query: ({ id, optOut }) => call('judgeOptOut', { params: { id }, body: { optOut } }),
      invalidatesTags: (answer) => (answer ? [tagOf('Contact', answer.message.contactId)] : []),
    }),
    writeNote: build.mutation<Reply<'writeNote'>, CallInput<'writeNote'>['body']>({
      query: (body) => call('writeNote', { body }),
    }),
    ownDraft: build.query<Reply<'readDraft'>['draft'], string>({
      query: (contactId) => call('readDraft', { query: { id: contactId } }),
      transformResponse: (reply: Reply<'readDraft'>) => reply.draft,
      keepUnusedDataFor: 0,
    }),
    keepOwnDraft: build.mutation<Reply<'saveDraft'>, CallInput<'saveDraft'>['body']>({
      query: (body) => call('saveDraft', { body }),
    }),
    /** The broadcasts of these batches by name; those that the member may not see are missing. */
    broadcastNames: build.query<Reply<'broadcastNames'>['names'], string[]>({
      query: (runIds) => call('broadcastNames', { query: { runIds } }),
      transformResponse: (reply: Reply<'broadcastNames'>) => reply.names,
      providesTags: [listOf('Broadcast')],
    }),
    noteMembers: build.query<Teammate[], void>({
      query: () => call('inboxMembers', {}),
      transformResponse: (reply: Reply<'inboxMembers'>) => reply.members,
      providesTags: [listOf('Team')],
    }),
  }),
})

/** The calls to send and to cancel a message, used by the outbox. */
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
  useBroadcastNamesQuery,
  useNoteMembersQuery,
} = messages
