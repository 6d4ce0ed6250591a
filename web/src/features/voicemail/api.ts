import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const voicemail = api.injectEndpoints({
  endpoints: (build) => ({
    editVoicemail: build.mutation<
      Reply<'editVoicemail'>,
      { id: string; state: CallInput<'editVoicemail'>['body']['state'] }
    >({
      query: ({ id, state }) => call('editVoicemail', { params: { id }, body: { state } }),
      invalidatesTags: [listOf('Voicemail')],
    }),
    freshRecording: build.query<string | null, { contactId: string; messageId: string }>({
      query: ({ contactId, messageId }) =>
        call('conversation', { params: { id: contactId }, query: { around: messageId, limit: 1 } }),
      transformResponse: (reply: Reply<'conversation'>, _meta, { messageId }) =>
        reply.messages.find(({ id }) => id === messageId)?.voicemail?.url ?? null,
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useEditVoicemailMutation, useLazyFreshRecordingQuery } = voicemail
