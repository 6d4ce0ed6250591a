import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { sendBytes } from '../../shared/api/send-bytes.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { listOf } from '../../shared/api/tags.ts'

/** How files of people arrive: addresses, keys, columns and the last files. */
export type HrFiles = Reply<'hrFiles'>
/** A file that arrived. */
export type HrFile = HrFiles['files'][number]
/** A key that sends files. */
export type HrKey = HrFiles['keys'][number]
/** Which column is what. */
export type HrColumns = NonNullable<HrFiles['columns']>

const NAME_MAX = 200

const files = api.injectEndpoints({
  endpoints: (build) => ({
    hrFiles: build.query<HrFiles, void>({
      query: () => call('hrFiles', {}),
      providesTags: [listOf('Hr')],
    }),
    connectHrFiles: build.mutation<HrFiles, string>({
      query: (name) => call('connectHrFiles', { body: { name } }),
      invalidatesTags: (answer) => (answer ? [listOf('Hr')] : []),
    }),
    uploadHrFile: build.mutation<HrFiles, File>({
      queryFn: async (file, { getState }) => {
        const name = 'uploadHrFile' as const
        const request = { ...call(name, { query: { name: file.name.slice(-NAME_MAX) } }), name }
        const answer = await sendBytes(request, file, bearerOf((getState() as SessionState).auth))
        return 'data' in answer ? { data: answer.data } : { error: answer.error }
      },
      invalidatesTags: [listOf('Hr')],
    }),
    saveHrColumns: build.mutation<HrFiles, HrColumns>({
      query: (body) => call('saveHrColumns', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Hr')] : []),
    }),
    createHrKey: build.mutation<Reply<'createHrKey'>, CallInput<'createHrKey'>['body']>({
      query: (body) => call('createHrKey', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Hr')] : []),
    }),
    revokeHrKey: build.mutation<HrFiles, string>({
      query: (id) => call('revokeHrKey', { params: { id } }),
      invalidatesTags: [listOf('Hr')],
    }),
  }),
})

export const {
  useHrFilesQuery,
  useConnectHrFilesMutation,
  useUploadHrFileMutation,
  useSaveHrColumnsMutation,
  useCreateHrKeyMutation,
  useRevokeHrKeyMutation,
} = files
