import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

/** The single sign-on settings of the organization. */
export type SsoSettings = Reply<'ssoSettings'>['sso']

const settingsOf = (reply: Reply<'ssoSettings'>): SsoSettings => reply.sso

const ssoApi = api.injectEndpoints({
  endpoints: (build) => ({
    ssoSettings: build.query<SsoSettings, void>({
      query: () => call('ssoSettings', {}),
      transformResponse: settingsOf,
      providesTags: [listOf('Sso')],
    }),
    editSso: build.mutation<SsoSettings, CallInput<'editSso'>['body']>({
      query: (body) => call('editSso', { body }),
      transformResponse: settingsOf,
      invalidatesTags: [listOf('Sso')],
    }),
    editSsoRules: build.mutation<SsoSettings, CallInput<'editSsoRules'>['body']>({
      query: (body) => call('editSsoRules', { body }),
      transformResponse: settingsOf,
      invalidatesTags: [listOf('Sso')],
    }),
    testSso: build.mutation<Reply<'testSso'>, void>({ query: () => call('testSso', {}) }),
    setSsoState: build.mutation<SsoSettings, CallInput<'setSsoState'>['body']>({
      query: (body) => call('setSsoState', { body }),
      transformResponse: settingsOf,
      invalidatesTags: [listOf('Sso')],
    }),
    trustParentSso: build.mutation<SsoSettings, boolean>({
      query: (isTrusted) => call('trustParentSso', { body: { isTrusted } }),
      transformResponse: settingsOf,
      invalidatesTags: [listOf('Sso')],
    }),
    addSsoDomain: build.mutation<SsoSettings, string>({
      query: (domain) => call('addSsoDomain', { body: { domain } }),
      transformResponse: settingsOf,
      invalidatesTags: [listOf('Sso')],
    }),
    verifySsoDomain: build.mutation<SsoSettings, string>({
      query: (domain) => call('verifySsoDomain', { body: { domain } }),
      transformResponse: settingsOf,
      invalidatesTags: [listOf('Sso')],
    }),
    removeSsoDomain: build.mutation<SsoSettings, string>({
      query: (domain) => call('removeSsoDomain', { query: { domain } }),
      transformResponse: settingsOf,
      invalidatesTags: [listOf('Sso')],
    }),
  }),
})

export const {
  useSsoSettingsQuery,
  useEditSsoMutation,
  useEditSsoRulesMutation,
  useTestSsoMutation,
  useSetSsoStateMutation,
  useTrustParentSsoMutation,
  useAddSsoDomainMutation,
  useVerifySsoDomainMutation,
  useRemoveSsoDomainMutation,
} = ssoApi
