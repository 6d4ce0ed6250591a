import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

/** How long a class of data is kept. */
export type RetentionPeriod = Reply<'retention'>['periods'][number]
/** A deletion of what was past its period. */
export type RetentionRun = Reply<'retention'>['runs'][number]
/** A legal hold. */
export type LegalHold = Reply<'legalHolds'>['holds'][number]

/** A request of a person about their data. */
export type SubjectRequest = Reply<'subjectRequests'>['requests'][number]

/** An export of many conversations. */
export type RecordExport = Reply<'recordExports'>['exports'][number]

const recordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    retention: build.query<Pick<Reply<'retention'>, 'periods' | 'runs'>, void>({
      query: () => call('retention', {}),
      providesTags: [tagOf('Records', 'retention')],
    }),
    previewRetention: build.query<Reply<'previewRetention'>, CallInput<'previewRetention'>['query']>({
      query: (query) => call('previewRetention', { query }),
      keepUnusedDataFor: 0,
      providesTags: [tagOf('Records', 'preview')],
    }),
    setRetention: build.mutation<Reply<'setRetention'>, CallInput<'setRetention'>['body']>({
      query: (body) => call('setRetention', { body }),
      invalidatesTags: (answer) => [tagOf('Records', answer ? 'retention' : 'preview')],
    }),
    undoRetention: build.mutation<Reply<'undoRetention'>, RetentionPeriod['class']>({
      query: (name) => call('undoRetention', { body: { class: name } }),
      invalidatesTags: [tagOf('Records', 'retention')],
    }),
    legalHolds: build.query<LegalHold[], void>({
      query: () => call('legalHolds', {}),
      transformResponse: (reply: Reply<'legalHolds'>) => reply.holds,
      providesTags: [tagOf('Records', 'holds')],
    }),
    placeHold: build.mutation<Reply<'placeHold'>, CallInput<'placeHold'>['body']>({
      query: (body) => call('placeHold', { body }),
      invalidatesTags: (answer) => (answer ? [tagOf('Records', 'holds'), listOf('Records')] : []),
    }),
    releaseHold: build.mutation<Reply<'releaseHold'>, { id: string; reason: string }>({
      query: ({ id, reason }) => call('releaseHold', { params: { id }, body: { reason } }),
      invalidatesTags: [tagOf('Records', 'holds')],
    }),
    recordExports: build.query<RecordExport[], void>({
      query: () => call('recordExports', {}),
      transformResponse: (reply: Reply<'recordExports'>) => reply.exports,
      providesTags: [tagOf('Records', 'exports')],
    }),
    createRecordExport: build.mutation<Reply<'createRecordExport'>, CallInput<'createRecordExport'>['body']>({
      query: (body) => call('createRecordExport', { body }),
      invalidatesTags: [tagOf('Records', 'exports')],
    }),
    recordExportLink: build.mutation<Reply<'recordExportLink'>, string>({
      query: (id) => call('recordExportLink', { params: { id }, body: undefined }),
    }),
    subjectRequests: build.query<SubjectRequest[], void>({
      query: () => call('subjectRequests', {}),
      transformResponse: (reply: Reply<'subjectRequests'>) => reply.requests,
      providesTags: [tagOf('Records', 'exports')],
    }),
    logSubjectRequest: build.mutation<Reply<'logSubjectRequest'>, CallInput<'logSubjectRequest'>['body']>({
      query: (body) => call('logSubjectRequest', { body }),
      invalidatesTags: (answer) => (answer ? [tagOf('Records', 'exports')] : []),
    }),
    packageSubject: build.mutation<Reply<'packageSubject'>, string>({
      query: (id) => call('packageSubject', { params: { id }, body: undefined }),
      invalidatesTags: (answer) => (answer ? [tagOf('Records', 'exports')] : []),
    }),
    closeSubjectRequest: build.mutation<
      Reply<'closeSubjectRequest'>,
      { id: string } & CallInput<'closeSubjectRequest'>['body']
    >({
      query: ({ id, ...body }) => call('closeSubjectRequest', { params: { id }, body }),
      invalidatesTags: (answer) => (answer ? [tagOf('Records', 'exports')] : []),
    }),
    recordKey: build.query<Reply<'recordKey'>, void>({ query: () => call('recordKey', {}) }),
  }),
})

export const {
  useRetentionQuery,
  usePreviewRetentionQuery,
  useSetRetentionMutation,
  useUndoRetentionMutation,
  useLegalHoldsQuery,
  usePlaceHoldMutation,
  useReleaseHoldMutation,
  useRecordExportsQuery,
  useCreateRecordExportMutation,
  useRecordExportLinkMutation,
  useRecordKeyQuery,
  useSubjectRequestsQuery,
  useLogSubjectRequestMutation,
  usePackageSubjectMutation,
  useCloseSubjectRequestMutation,
} = recordsApi
