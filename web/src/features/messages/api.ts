import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'

const messages = api.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<Reply<'sendMessage'>, Saying<'sendMessage'>['body']>({
      query: (body) => call('sendMessage', { body }),
    }),
  }),
})

/** The call that texts one worker, for the outbox to make. */
export const { sendMessage } = messages.endpoints
