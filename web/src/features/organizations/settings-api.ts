import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { keepNewer, showAnswer, type Started } from '../../shared/api/show-answer.ts'
import { sendBytes } from '../../shared/api/send-bytes.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

function showSaved(_query: unknown, started: Started<Reply<'editOrganization'>>): Promise<void> {
  return showAnswer(started, (saved) => settings.util.updateQueryData('organizationSettings', undefined, () => saved))
}

const settings = api.injectEndpoints({
  endpoints: (build) => ({
    organizationSettings: build.query<Reply<'organizationSettings'>, void>({
      query: () => call('organizationSettings', {}),
      merge: keepNewer,
      providesTags: [listOf('OrgSettings')],
    }),
    editOrganization: build.mutation<Reply<'editOrganization'>, CallInput<'editOrganization'>['body']>({
      query: (body) => call('editOrganization', { body }),
      // Also after a refusal: an outdated form must show what a teammate changed.
      invalidatesTags: (answer) => (answer ? [listOf('OrgSettings'), tagOf('Me', 'me')] : [listOf('OrgSettings')]),
      onQueryStarted: showSaved,
    }),
    uploadLogo: build.mutation<Reply<'uploadLogo'>, File>({
      queryFn: async (file, { getState }) => {
        const name = 'uploadLogo' as const
        const request = { ...call(name, { query: { name: file.name.slice(-120) } }), name }
        const answer = await sendBytes(request, file, bearerOf((getState() as SessionState).auth))
        return 'data' in answer ? { data: answer.data } : { error: answer.error }
      },
    }),
  }),
})

export const {
  useOrganizationSettingsQuery,
  useLazyOrganizationSettingsQuery,
  useEditOrganizationMutation,
  useUploadLogoMutation,
} = settings
