import {
  chatChannels,
  connectChatChannel,
  disconnectChatChannel,
  editChatChannel,
  integrations,
  testChatChannel,
} from '@crewline/contract/integrations'
import { serve } from '../../kernel/http/serve.ts'
import { catalogue, channelsOf, connect, disconnect, edit, test } from './service.ts'

export const routes = serve(
  { integrations, chatChannels, connectChatChannel, editChatChannel, disconnectChatChannel, testChatChannel },
  {
    integrations: (scope, _call, kernel) => catalogue(kernel, scope),
    chatChannels: async (scope) => ({ channels: await channelsOf(scope) }),
    connectChatChannel: (scope, { body }, kernel) => connect(kernel, scope, body),
    editChatChannel: (scope, { query, body }, kernel) => edit(kernel, scope, query.id, body),
    disconnectChatChannel: (scope, { query }) => disconnect(scope, query.id),
    testChatChannel: (scope, { params }, kernel) => test(kernel, scope, params.id),
  },
)
