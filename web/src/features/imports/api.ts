import type { Import } from '@crewline/contract/imports'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import { withRows } from './row-fold.ts'

/** Which rows of which import a list shows. */
export interface RowsAsked {
  id: string
  show: NonNullable<NonNullable<Saying<'importRows'>['query']>['show']>
}

/** A change of one row, as the server takes it. */
export type Correction = Saying<'correctImport'>['body']['edits'][number]

/** The answer, once it is there; undefined when there was none. */
async function arrived<T>(answer: Promise<{ data: T }>): Promise<T | undefined> {
  return (await answer.catch(() => undefined))?.data
}

const imports = api.injectEndpoints({
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
    importRows: build.infiniteQuery<Reply<'importRows'>, RowsAsked, number>({
      query: ({ queryArg: { id, show }, pageParam }) =>
        call('importRows', { params: { id }, query: { show, after: pageParam } }),
      infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: (last) => last.next },
      // A list that was left is asked for anew: rows move between the lists as they are corrected.
      keepUnusedDataFor: 0,
    }),
    matchImport: build.mutation<Import, { id: string; match: Saying<'matchImport'>['body'] }>({
      query: ({ id, match }) => call('matchImport', { params: { id }, body: match }),
      transformResponse: (reply: Reply<'matchImport'>) => reply.import,
      async onQueryStarted(_asked, { dispatch, queryFulfilled }) {
        const now = await arrived(queryFulfilled)
        if (now) void dispatch(imports.util.upsertQueryData('oneImport', now.id, now))
      },
    }),
    correctImport: build.mutation<Reply<'correctImport'>, RowsAsked & { edits: Correction[] }>({
      query: ({ id, edits }) => call('correctImport', { params: { id }, body: { edits } }),
      async onQueryStarted({ id, show }, { dispatch, queryFulfilled }) {
        const answer = await arrived(queryFulfilled)
        if (!answer) return
        const { rows, import: now } = answer
        void dispatch(imports.util.upsertQueryData('oneImport', id, now))
        dispatch(imports.util.updateQueryData('importRows', { id, show }, ({ pages }) => withRows(pages, rows)))
      },
    }),
    commitImport: build.mutation<Import, string>({
      query: (id) => call('commitImport', { params: { id }, body: { agreed: true } }),
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

/** What lists of people and groups show is old once an import is over. */
export const peopleChanged = () => api.util.invalidateTags([listOf('Contact'), listOf('Group'), listOf('Import')])

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
