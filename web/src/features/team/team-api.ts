import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
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
    /** What the plan includes, for those who can see it. */
    planSeats: build.query<{ used: number; included: number; cents: number; currency: string } | null, void>({
      query: () => call('readBilling', {}),
      transformResponse: ({ billing: { plan, seats, currency } }: Reply<'readBilling'>) =>
        plan && { used: seats.used, included: plan.seats, cents: plan.seatCents, currency },
      providesTags: [listOf('Billing'), listOf('Team')],
    }),
    inviteMember: build.mutation<Reply<'inviteMember'>, CallInput<'inviteMember'>['body']>({
      query: (body) => call('inviteMember', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
    resendInvitation: build.mutation<Reply<'resendInvitation'>, string>({
      query: (id) => call('resendInvitation', { query: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
    /** What a member leaves behind, read again whenever a dialog asks. */
    memberWork: build.query<Reply<'memberWork'>, CallInput<'memberWork'>['query']>({
      query: (query) => call('memberWork', { query }),
      keepUnusedDataFor: 0,
    }),
    /** What a member or a former one holds, read again whenever a dialog asks. */
    holdings: build.query<Reply<'memberHoldings'>, CallInput<'memberHoldings'>['query']>({
      query: (query) => call('memberHoldings', { query }),
      providesTags: [listOf('Team')],
      keepUnusedDataFor: 0,
    }),
    /** What the user would leave behind here, read again whenever the dialog asks. */
    ownHoldings: build.query<Reply<'ownHoldings'>, CallInput<'ownHoldings'>['query']>({
      query: (query) => call('ownHoldings', { query }),
      keepUnusedDataFor: 0,
    }),
    formerMembers: build.query<Reply<'formerMembers'>['data'], void>({
      query: () => call('formerMembers', {}),
      transformResponse: (reply: Reply<'formerMembers'>) => reply.data,
      providesTags: [listOf('Team')],
    }),
    handOver: build.mutation<Reply<'handOverHoldings'>, CallInput<'handOverHoldings'>['body']>({
      query: (body) => call('handOverHoldings', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
    previewInvitations: build.mutation<Reply<'previewInvitations'>, CallInput<'previewInvitations'>['body']>({
      query: (body) => call('previewInvitations', { body }),
    }),
    memberLogIns: build.infiniteQuery<Reply<'memberLogIns'>, string, string>({
      query: ({ queryArg, pageParam }) =>
        call('memberLogIns', { query: { memberId: queryArg, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      keepUnusedDataFor: 0,
    }),
    changeMember: build.mutation<Reply<'changeMember'>, CallInput<'changeMember'>['body'] & { id: string }>({
      query: ({ id, ...body }) => call('changeMember', { query: { memberId: id }, body }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
    createRole: build.mutation<Reply<'createRole'>, CallInput<'createRole'>['body']>({
      query: (body) => call('createRole', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
    editRole: build.mutation<Reply<'editRole'>, CallInput<'editRole'>['body'] & { id: string }>({
      query: ({ id, ...body }) => call('editRole', { query: { id }, body }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
    deleteRole: build.mutation<Reply<'deleteRole'>, CallInput<'deleteRole'>['body'] & { id: string }>({
      query: ({ id, ...body }) => call('deleteRole', { query: { id }, body }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
    /** The active teammates, to choose one. */
    teammates: build.query<Reply<'team'>['data'], void>({
      query: () => call('team', { query: { pageSize: 200 } }),
      transformResponse: (reply: Reply<'team'>) => reply.data.filter(({ status }) => status === 'active'),
      providesTags: [listOf('Team')],
    }),
    startViewing: build.mutation<Reply<'startViewing'>, string>({
      query: (memberId) => call('startViewing', { body: { memberId } }),
    }),
    transferOwnership: build.mutation<Reply<'transferOwnership'>, CallInput<'transferOwnership'>['body']>({
      query: (body) => call('transferOwnership', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
    leaveOrganization: build.mutation<Reply<'leaveOrganization'>, CallInput<'leaveOrganization'>['body']>({
      query: (body) => call('leaveOrganization', { body }),
    }),
    /** Removes a member or withdraws an invitation. */
    removeMember: build.mutation<Reply<'removeMember'>, CallInput<'removeMember'>['body'] & { id: string }>({
      query: ({ id, ...body }) => call('removeMember', { query: { memberId: id }, body }),
      invalidatesTags: (answer) => (answer ? [listOf('Team')] : []),
    }),
  }),
})

export const {
  useTeamListInfiniteQuery,
  usePlanSeatsQuery,
  useInviteMemberMutation,
  useResendInvitationMutation,
  useMemberWorkQuery,
  useChangeMemberMutation,
  useRemoveMemberMutation,
  useTeammatesQuery,
  useCreateRoleMutation,
  useEditRoleMutation,
  useDeleteRoleMutation,
  useHoldingsQuery,
  useOwnHoldingsQuery,
  useFormerMembersQuery,
  useHandOverMutation,
  usePreviewInvitationsMutation,
  useMemberLogInsInfiniteQuery,
  useStartViewingMutation,
  useTransferOwnershipMutation,
  useLeaveOrganizationMutation,
} = team
