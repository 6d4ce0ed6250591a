import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const groups = api.injectEndpoints({
  endpoints: (build) => ({
    groupValues: build.query<Reply<'groupValues'>['groups'], void>({
      query: () => call('groupValues', {}),
      transformResponse: (reply: Reply<'groupValues'>) => reply.groups,
      providesTags: [listOf('Group')],
      keepUnusedDataFor: 3600,
    }),
  }),
})

export const { useGroupValuesQuery } = groups
