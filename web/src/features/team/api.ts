import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

/** The search and the order of the team list. */
export interface TeamQuery {
  search: string
  sort: 'name' | 'role' | 'lastSeenAt'
  order: 'asc' | 'desc'
}

const pageSize = 50

const team = api.injectEndpoints({
  endpoints: (build) => ({
    teamList: build.infiniteQuery<Reply<'team'>, TeamQuery, string>({
      query: ({ queryArg, pageParam }) =>
        call('team', { query: { ...queryArg, pageSize, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: [listOf('Team')],
    }),
    teamSize: build.query<number, void>({
      query: () => call('team', { query: { pageSize: 1 } }),
      transformResponse: (reply: Reply<'team'>) => reply.total,
      providesTags: [listOf('Team')],
    }),
    inviteMember: build.mutation<Reply<'inviteMember'>, CallInput<'inviteMember'>['body']>({
      query: (body) => call('inviteMember', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
    resendInvitation: build.mutation<Reply<'resendInvitation'>, string>({
      query: (id) => call('resendInvitation', { query: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
  }),
})

export const { useTeamListInfiniteQuery, useTeamSizeQuery, useInviteMemberMutation, useResendInvitationMutation } = team
