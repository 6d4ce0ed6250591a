import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { tagOf } from '../../shared/api/tags.ts'

const appsApi = api.injectEndpoints({
  endpoints: (build) => ({
    setApp: build.mutation<Reply<'setApp'>, CallInput<'setApp'>['body']>({
      query: (body) => call('setApp', { body }),
      // The session reads the features with the member.
      invalidatesTags: (answer) => (answer ? [tagOf('Me', 'me')] : []),
    }),
  }),
})

export const { useSetAppMutation } = appsApi
