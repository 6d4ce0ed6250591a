import { PAGE_SIZE_MAX } from '@crewline/contract/limits'
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
      queryFn: async (_none, _api, _options, send) => {
        const members: Reply<'team'>['data'] = []
        let cursor: string | undefined
        do {
          const query = { pageSize: PAGE_SIZE_MAX, ...(cursor !== undefined && { cursor }) }
          const { data, error } = await send(call('team', { query }))
          if (error) return { error }
          const reply = data as Reply<'team'>
          members.push(...reply.data)
          cursor = reply.nextCursor
        } while (cursor !== undefined)
        const mayGet = ({ status, viaParent, scope }: (typeof members)[number]) =>
          status === 'active' && !viaParent && scope === 'all'
        return { data: members.filter(mayGet) }
      },
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
