import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const family = api.injectEndpoints({
  endpoints: (build) => ({
    family: build.query<Reply<'readFamily'>, void>({
      query: () => call('readFamily', {}),
      // Shared items change with the groups and fields themselves.
      providesTags: [listOf('Family'), listOf('Group'), listOf('CustomField')],
    }),
    shareDown: build.mutation<Reply<'shareDown'>, CallInput<'shareDown'>['body']>({
      query: (body) => call('shareDown', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Family')] : []),
    }),
    stopSharing: build.mutation<Reply<'stopSharing'>, string>({
      query: (id) => call('stopSharing', { query: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Family')] : []),
    }),
  }),
})

export const { useFamilyQuery, useShareDownMutation, useStopSharingMutation } = family
