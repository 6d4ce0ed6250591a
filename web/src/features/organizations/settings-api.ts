import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

const settings = api.injectEndpoints({
  endpoints: (build) => ({
    organizationSettings: build.query<Reply<'organizationSettings'>, void>({
      query: () => call('organizationSettings', {}),
      providesTags: [listOf('OrgSettings')],
    }),
    editOrganization: build.mutation<Reply<'editOrganization'>, CallInput<'editOrganization'>['body']>({
      query: (body) => call('editOrganization', { body }),
      // Also after a refusal: an outdated form must show what a teammate changed.
      invalidatesTags: (answer) => (answer ? [listOf('OrgSettings'), tagOf('Me', 'me')] : [listOf('OrgSettings')]),
    }),
  }),
})

export const { useOrganizationSettingsQuery, useLazyOrganizationSettingsQuery, useEditOrganizationMutation } = settings
