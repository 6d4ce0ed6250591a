import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const grants = api.injectEndpoints({
  endpoints: (build) => ({
    // Grants change with the teams of both organizations, which announce it.
    grants: build.query<Reply<'grants'>, void>({
      query: () => call('grants', {}),
      providesTags: [listOf('Team'), listOf('Family')],
    }),
    grantees: build.query<Reply<'team'>['data'], void>({
      query: () => call('team', { query: { pageSize: 100 } }),
      transformResponse: (reply: Reply<'team'>) =>
        reply.data.filter(({ status, viaParent, scope }) => status === 'active' && !viaParent && scope === 'all'),
      providesTags: [listOf('Team')],
    }),
    offerGrant: build.mutation<Reply<'offerGrant'>, CallInput<'offerGrant'>['body']>({
      query: (body) => call('offerGrant', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Family')] : []),
    }),
    acceptGrant: build.mutation<
      Reply<'acceptGrant'>,
      { id: string; permissions: CallInput<'acceptGrant'>['body']['permissions'] }
    >({
      query: ({ id, permissions }) => call('acceptGrant', { query: { id }, body: { permissions } }),
      invalidatesTags: (answer) => (answer ? [listOf('Family'), listOf('Team')] : []),
    }),
    endGrant: build.mutation<Reply<'endGrant'>, string>({
      query: (id) => call('endGrant', { query: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Family'), listOf('Team')] : []),
    }),
  }),
})

export const { useGrantsQuery, useGranteesQuery, useOfferGrantMutation, useAcceptGrantMutation, useEndGrantMutation } =
  grants
