import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

/** The connection to the HR system with its settings and last syncs. */
export type HrOverview = Reply<'readHr'>
/** How people become contacts. */
export type HrSettings = HrOverview['settings']
/** The text that people get whom a sync adds. */
export type HrWelcome = HrSettings['welcome']
/** One reading of the HR system. */
export type HrSync = HrOverview['syncs'][number]
/** What a sync found about one person. */
export type HrRow = Reply<'hrSync'>['data'][number]

const pageSize = 20

const hr = api.injectEndpoints({
  endpoints: (build) => ({
    hrOverview: build.query<HrOverview, void>({
      query: () => call('readHr', {}),
      providesTags: [listOf('Hr')],
    }),
    connectHr: build.mutation<Reply<'connectHr'>, CallInput<'connectHr'>['body']>({
      query: (body) => call('connectHr', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Hr')] : []),
    }),
    finishHrConnection: build.mutation<HrOverview, { orgId: string; code: string; state?: string }>({
      query: ({ orgId, ...query }) => call('finishHrConnection', { params: { orgId }, query }),
      invalidatesTags: [listOf('Hr')],
    }),
    disconnectHr: build.mutation<HrOverview, boolean>({
      query: (keepContacts) => call('disconnectHr', { query: { keepContacts: keepContacts ? 'true' : 'false' } }),
      invalidatesTags: (answer) => (answer ? [listOf('Hr'), listOf('Contact'), listOf('Group')] : [listOf('Hr')]),
    }),
    refreshHris: build.mutation<Reply<'refreshHris'>, void>({
      query: () => call('refreshHris', {}),
      invalidatesTags: [listOf('Hr')],
    }),
    hrRows: build.infiniteQuery<Reply<'hrSync'>, { id: string; kind?: HrRow['kind'] }, string>({
      query: ({ queryArg: { id, kind }, pageParam }) =>
        call('hrSync', {
          params: { id },
          query: { pageSize, ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: (_answer, _error, { id }) => [tagOf('Hr', id)],
    }),
    applyHrSync: build.mutation<Reply<'applyHrSync'>, { id: string } & CallInput<'applyHrSync'>['body']>({
      query: ({ id, ...body }) => call('applyHrSync', { params: { id }, body }),
      invalidatesTags: (answer, error, { id }) =>
        answer || (isRefusal(error) && error.code === 'outdated') ? [listOf('Hr'), tagOf('Hr', id)] : [],
    }),
    discardHrSync: build.mutation<Reply<'discardHrSync'>, string>({
      query: (id) => call('discardHrSync', { params: { id }, body: {} }),
      invalidatesTags: [listOf('Hr')],
    }),
    undoHrSync: build.mutation<Reply<'undoHrSync'>, string>({
      query: (id) => call('undoHrSync', { params: { id }, body: {} }),
      invalidatesTags: [listOf('Hr')],
    }),
    fixHrRow: build.mutation<Reply<'fixHrRow'>, { id: string } & CallInput<'fixHrRow'>['body']>({
      query: ({ id, ...body }) => call('fixHrRow', { params: { id }, body }),
      invalidatesTags: (_answer, _error, { id }) => [listOf('Hr'), tagOf('Hr', id)],
    }),
  }),
})

export const {
  useHrOverviewQuery,
  useConnectHrMutation,
  useFinishHrConnectionMutation,
  useDisconnectHrMutation,
  useRefreshHrisMutation,
  useHrRowsInfiniteQuery,
  useApplyHrSyncMutation,
  useDiscardHrSyncMutation,
  useUndoHrSyncMutation,
  useFixHrRowMutation,
} = hr
