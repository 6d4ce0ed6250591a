import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

/** How people are pushed with SCIM: the base URL, the tokens, and what was pushed. */
export type HrScim = Reply<'hrScim'>

const scim = api.injectEndpoints({
  endpoints: (build) => ({
    hrScim: build.query<HrScim, void>({
      query: () => call('hrScim', {}),
      providesTags: [listOf('Hr')],
    }),
    connectHrScim: build.mutation<HrScim, string>({
      query: (name) => call('connectHrScim', { body: { name } }),
      invalidatesTags: (answer) => (answer ? [listOf('Hr')] : []),
    }),
    createHrScimKey: build.mutation<Reply<'createHrScimKey'>, string>({
      query: (name) => call('createHrScimKey', { body: { name } }),
      invalidatesTags: (answer) => (answer ? [listOf('Hr')] : []),
    }),
    revokeHrScimKey: build.mutation<HrScim, string>({
      query: (id) => call('revokeHrScimKey', { params: { id } }),
      invalidatesTags: [listOf('Hr')],
    }),
  }),
})

export const { useHrScimQuery, useConnectHrScimMutation, useCreateHrScimKeyMutation, useRevokeHrScimKeyMutation } = scim
