import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

// What other features use of the team; it is loaded with every page.
const team = api.injectEndpoints({
  endpoints: (build) => ({
    teamSize: build.query<number, void>({
      query: () => call('team', { query: { pageSize: 1 } }),
      transformResponse: (reply: Reply<'team'>) => reply.total,
      providesTags: [listOf('Team')],
    }),
    billingContacts: build.query<Reply<'billingContacts'>['contacts'], void>({
      query: () => call('billingContacts', {}),
      transformResponse: (reply: Reply<'billingContacts'>) => reply.contacts,
      providesTags: [listOf('Team')],
    }),
    /** The teammates who can take over conversations. */
    successors: build.query<Reply<'inboxMembers'>['members'], void>({
      query: () => call('inboxMembers', {}),
      transformResponse: (reply: Reply<'inboxMembers'>) => reply.members,
      providesTags: [listOf('Team')],
    }),
    customRoles: build.query<Reply<'customRoles'>['roles'], void>({
      query: () => call('customRoles', {}),
      transformResponse: (reply: Reply<'customRoles'>) => reply.roles,
      providesTags: [listOf('Team')],
    }),
  }),
})

export const { useTeamSizeQuery, useBillingContactsQuery, useSuccessorsQuery, useCustomRolesQuery } = team
