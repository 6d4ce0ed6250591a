import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

/** A channel of Slack or Teams that gets posts. */
export type ChatChannel = Reply<'chatChannels'>['channels'][number]

const integrationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    chatChannels: build.query<ChatChannel[], void>({
      query: () => call('chatChannels', {}),
      transformResponse: (reply: Reply<'chatChannels'>) => reply.channels,
      providesTags: [listOf('Chat')],
    }),
    connectChatChannel: build.mutation<Reply<'connectChatChannel'>, CallInput<'connectChatChannel'>['body']>({
      query: (body) => call('connectChatChannel', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Chat')] : []),
    }),
    // Also after a refusal: a teammate may have disconnected it.
    editChatChannel: build.mutation<
      Reply<'editChatChannel'>,
      { id: string; change: CallInput<'editChatChannel'>['body'] }
    >({
      query: ({ id, change }) => call('editChatChannel', { query: { id }, body: change }),
      invalidatesTags: [listOf('Chat')],
    }),
    disconnectChatChannel: build.mutation<Reply<'disconnectChatChannel'>, string>({
      query: (id) => call('disconnectChatChannel', { query: { id } }),
      invalidatesTags: [listOf('Chat')],
    }),
    testChatChannel: build.mutation<Reply<'testChatChannel'>, string>({
      query: (id) => call('testChatChannel', { params: { id }, body: {} }),
      invalidatesTags: [listOf('Chat')],
    }),
  }),
})

export const {
  useChatChannelsQuery,
  useConnectChatChannelMutation,
  useEditChatChannelMutation,
  useDisconnectChatChannelMutation,
  useTestChatChannelMutation,
} = integrationsApi
