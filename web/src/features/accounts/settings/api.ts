import { api } from '../../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../../shared/api/tags.ts'

const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query<Reply<'sessions'>, void>({
      query: () => call('sessions', {}),
      providesTags: [listOf('Session')],
      keepUnusedDataFor: 0,
    }),
    ownLogIns: build.infiniteQuery<Reply<'ownLogIns'>, void, string>({
      query: ({ pageParam }) => call('ownLogIns', { query: pageParam ? { cursor: pageParam } : {} }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      keepUnusedDataFor: 0,
    }),
    ownViewings: build.query<Reply<'ownViewings'>, void>({
      query: () => call('ownViewings', {}),
      keepUnusedDataFor: 0,
    }),
    endSession: build.mutation<Reply<'endSession'>, string>({
      query: (id) => call('endSession', { query: { id } }),
      invalidatesTags: [listOf('Session')],
    }),
    endOtherSessions: build.mutation<Reply<'endOtherSessions'>, void>({
      query: () => call('endOtherSessions', {}),
      invalidatesTags: (answer) => (answer ? [listOf('Session')] : []),
    }),
    prove: build.mutation<Reply<'prove'>, string>({
      query: (password) => call('prove', { body: { password } }),
    }),
    sendCode: build.mutation<Reply<'sendVerificationCode'>, string>({
      query: (phone) => call('sendVerificationCode', { body: { phone, source: 'settings' } }),
    }),
    checkCode: build.mutation<Reply<'verifyPhoneCode'>, CallInput<'verifyPhoneCode'>['body']>({
      query: (body) => call('verifyPhoneCode', { body }),
    }),
    setUpMfa: build.mutation<Reply<'setUpMfa'>, void>({ query: () => call('setUpMfa', {}) }),
    enableMfa: build.mutation<Reply<'enableMfa'>, CallInput<'enableMfa'>['body']>({
      query: (body) => call('enableMfa', { body }),
      invalidatesTags: (answer) => (answer ? [tagOf('Me', 'me'), listOf('Session')] : []),
    }),
    disableMfa: build.mutation<Reply<'disableMfa'>, void>({
      query: () => call('disableMfa', {}),
      invalidatesTags: (answer) => (answer ? [tagOf('Me', 'me'), listOf('Session')] : []),
    }),
    renewBackupCodes: build.mutation<Reply<'renewBackupCodes'>, void>({
      query: () => call('renewBackupCodes', {}),
      invalidatesTags: (answer) => (answer ? [tagOf('Me', 'me')] : []),
    }),
  }),
})

export const {
  useSessionsQuery,
  useOwnViewingsQuery,
  useOwnLogInsInfiniteQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useProveMutation,
  useSendCodeMutation,
  useCheckCodeMutation,
  useSetUpMfaMutation,
  useEnableMfaMutation,
  useDisableMfaMutation,
  useRenewBackupCodesMutation,
} = settingsApi
