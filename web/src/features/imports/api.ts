import type { Import } from '@crewline/contract/imports'
import { QueryStatus } from '@reduxjs/toolkit/query'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import { withRows } from './check/row-fold.ts'

/** The import and the rows of it that a list shows. */
export interface ImportRowsQuery {
  id: string
  show: NonNullable<NonNullable<CallInput<'importRows'>['query']>['show']>
}

/** A change of one row, in the shape of the API. */
export type Correction = CallInput<'correctImport'>['body']['edits'][number]

/** Returns the data of a response, or undefined when the request failed. */
async function arrived<T>(answer: Promise<{ data: T }>): Promise<T | undefined> {
  return (await answer.catch(() => undefined))?.data
}

/** The calls about imports. */
export const imports = api.injectEndpoints({
  endpoints: (build) => ({
    importList: build.query<Import[], void>({
      query: () => call('imports', {}),
      transformResponse: (reply: Reply<'imports'>) => reply.imports,
      providesTags: [listOf('Import')],
      keepUnusedDataFor: 60,
    }),
    oneImport: build.query<Import, string>({
      query: (id) => call('readImport', { params: { id } }),
      transformResponse: (reply: Reply<'readImport'>) => reply.import,
      providesTags: (_answer, _error, id) => [tagOf('Import', id)],
    }),
    importRows: build.infiniteQuery<Reply<'importRows'>, ImportRowsQuery, number>({
      query: ({ queryArg: { id, show }, pageParam }) =>
        call('importRows', { params: { id }, query: { show, after: pageParam } }),
      infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: (last) => last.next },
      // A list is refetched when it is opened again: rows move between the lists as they are corrected.
      keepUnusedDataFor: 0,
    }),
    matchImport: build.mutation<Import, { id: string; match: CallInput<'matchImport'>['body'] }>({
      query: ({ id, match }) => call('matchImport', { params: { id }, body: match }),
      transformResponse: (reply: Reply<'matchImport'>) => reply.import,
      async onQueryStarted(_query, { dispatch, queryFulfilled }) {
        const now = await arrived(queryFulfilled)
        if (now) void dispatch(imports.util.upsertQueryData('oneImport', now.id, now))
      },
    }),
    correctImport: build.mutation<Reply<'correctImport'>, ImportRowsQuery & { edits: Correction[] }>({
      query: ({ id, edits }) => call('correctImport', { params: { id }, body: { edits } }),
      async onQueryStarted({ id, show }, { dispatch, getState, queryFulfilled }) {
        const answer = await arrived(queryFulfilled)
        if (!answer) return
        const { rows, import: now } = answer
        const isReading = imports.endpoints.oneImport.select(id)(getState()).status === QueryStatus.pending
        void dispatch(imports.util.upsertQueryData('oneImport', id, now))
        dispatch(imports.util.updateQueryData('importRows', { id, show }, ({ pages }) => withRows(pages, rows)))
        // What is being read may have the counts from before.
        if (isReading) dispatch(api.util.invalidateTags([tagOf('Import', id)]))
      },
    }),
    commitImport: build.mutation<Import, { id: string; isAgreed: boolean }>({
      query: ({ id, isAgreed }) => call('commitImport', { params: { id }, body: isAgreed ? { agreed: true } : {} }),
      transformResponse: (reply: Reply<'commitImport'>) => reply.import,
      async onQueryStarted(_id, { dispatch, queryFulfilled }) {
        const now = await arrived(queryFulfilled)
        if (now) void dispatch(imports.util.upsertQueryData('oneImport', now.id, now))
      },
      invalidatesTags: (answer) => (answer ? [listOf('Import')] : []),
    }),
    undoImport: build.mutation<Import, string>({
      query: (id) => call('undoImport', { params: { id } }),
      transformResponse: (reply: Reply<'undoImport'>) => reply.import,
      async onQueryStarted(_id, { dispatch, queryFulfilled }) {
        const now = await arrived(queryFulfilled)
        if (now) void dispatch(imports.util.upsertQueryData('oneImport', now.id, now))
      },
      invalidatesTags: (answer) => (answer ? [listOf('Import')] : []),
    }),
    discardImport: build.mutation<Reply<'discardImport'>, string>({
      query: (id) => call('discardImport', { params: { id } }),
      invalidatesTags: (answer) => (answer ? [listOf('Import')] : []),
    }),
  }),
})

/** Invalidates the lists of contacts, groups and imports once an import is over. */
export const invalidateContacts = () => api.util.invalidateTags([listOf('Contact'), listOf('Group'), listOf('Import')])

export const {
  useImportListQuery,
  useOneImportQuery,
  useImportRowsInfiniteQuery,
  useMatchImportMutation,
  useCorrectImportMutation,
  useCommitImportMutation,
  useUndoImportMutation,
  useDiscardImportMutation,
} = imports
