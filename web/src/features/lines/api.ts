import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

export type Line = Reply<'lines'>['lines'][number]

const numbers = api.injectEndpoints({
  endpoints: (build) => ({
    lines: build.query<Reply<'lines'>, void>({
      query: () => call('lines', {}),
      providesTags: [listOf('Line')],
      // The health changes while the page is closed.
      keepUnusedDataFor: 0,
    }),
    addLine: build.mutation<Reply<'addLine'>, CallInput<'addLine'>['body']>({
      query: (body) => call('addLine', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Line')] : []),
    }),
    searchNumbers: build.mutation<Reply<'searchNumbers'>, CallInput<'searchNumbers'>['body']>({
      query: (body) => call('searchNumbers', { body }),
    }),
    buyLine: build.mutation<Reply<'buyLine'>, CallInput<'buyLine'>['body']>({
      query: (body) => call('buyLine', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Line')] : []),
    }),
    editLine: build.mutation<Reply<'editLine'>, { id: string } & CallInput<'editLine'>['body']>({
      query: ({ id, ...body }) => call('editLine', { query: { id }, body }),
      invalidatesTags: [listOf('Line')],
    }),
    releaseLine: build.mutation<Reply<'releaseLine'>, string>({
      query: (id) => call('releaseLine', { query: { id } }),
      invalidatesTags: [listOf('Line')],
    }),
  }),
})

export const {
  useLinesQuery,
  useAddLineMutation,
  useSearchNumbersMutation,
  useBuyLineMutation,
  useEditLineMutation,
  useReleaseLineMutation,
} = numbers
