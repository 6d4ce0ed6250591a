import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

/** A key with which a program calls the API. */
export type ApiKey = Reply<'apiKeys'>['apiKeys'][number]
/** A key whose secret was just issued. */
export type IssuedKey = Pick<Reply<'createApiKey'>, 'apiKey' | 'secret'>

const apiKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiKeys: build.query<ApiKey[], void>({
      query: () => call('apiKeys', {}),
      transformResponse: (reply: Reply<'apiKeys'>) => reply.apiKeys,
      providesTags: [listOf('ApiKey')],
    }),
    createApiKey: build.mutation<IssuedKey, CallInput<'createApiKey'>['body']>({
      query: (body) => call('createApiKey', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('ApiKey')] : []),
    }),
    editApiKey: build.mutation<Reply<'editApiKey'>, CallInput<'editApiKey'>['body'] & { id: string }>({
      query: ({ id, ...body }) => call('editApiKey', { query: { id }, body }),
      invalidatesTags: (answer) => (answer ? [listOf('ApiKey')] : []),
    }),
    rotateApiKey: build.mutation<IssuedKey, { id: string; overlapHours: number }>({
      query: ({ id, overlapHours }) => call('rotateApiKey', { params: { id }, body: { overlapHours } }),
      invalidatesTags: (answer) => (answer ? [listOf('ApiKey')] : []),
    }),
    // Also after a refusal: a teammate may have revoked it.
    revokeApiKey: build.mutation<Reply<'revokeApiKey'>, string>({
      query: (id) => call('revokeApiKey', { query: { id } }),
      invalidatesTags: [listOf('ApiKey')],
    }),
  }),
})

export const {
  useApiKeysQuery,
  useCreateApiKeyMutation,
  useEditApiKeyMutation,
  useRotateApiKeyMutation,
  useRevokeApiKeyMutation,
} = apiKeysApi
