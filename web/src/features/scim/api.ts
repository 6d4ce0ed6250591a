import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

/** A token with which an identity provider provisions teammates. */
export type ScimToken = Reply<'scimTokens'>['scimTokens'][number]

const scimApi = api.injectEndpoints({
  endpoints: (build) => ({
    scimTokens: build.query<Pick<Reply<'scimTokens'>, 'scimTokens' | 'scimUrl'>, void>({
      query: () => call('scimTokens', {}),
      providesTags: [listOf('ScimToken')],
    }),
    createScimToken: build.mutation<
      Pick<Reply<'createScimToken'>, 'scimToken' | 'secret'>,
      CallInput<'createScimToken'>['body']
    >({
      query: (body) => call('createScimToken', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('ScimToken')] : []),
    }),
    // Also after a refusal: a teammate may have revoked it.
    revokeScimToken: build.mutation<Reply<'revokeScimToken'>, string>({
      query: (id) => call('revokeScimToken', { query: { id } }),
      invalidatesTags: [listOf('ScimToken')],
    }),
  }),
})

export const { useScimTokensQuery, useCreateScimTokenMutation, useRevokeScimTokenMutation } = scimApi
