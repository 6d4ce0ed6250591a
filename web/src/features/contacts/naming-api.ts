import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const namingApi = api.injectEndpoints({
  endpoints: (build) => ({
    contactNaming: build.query<Reply<'contactNaming'>, string>({
      query: (contactId) => call('contactNaming', { query: { contactId } }),
      providesTags: [listOf('Celebration')],
    }),
    setContactNaming: build.mutation<Reply<'setContactNaming'>, { contactId: string; isNamed: boolean }>({
      query: ({ contactId, isNamed }) => call('setContactNaming', { query: { contactId }, body: { isNamed } }),
      invalidatesTags: (answer) => (answer ? [listOf('Celebration')] : []),
    }),
  }),
})

export const { useContactNamingQuery, useSetContactNamingMutation } = namingApi
