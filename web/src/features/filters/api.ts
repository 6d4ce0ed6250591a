import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'
import type { FilterOption } from './filter-field.ts'

const filters = api.injectEndpoints({
  endpoints: (build) => ({
    importChoices: build.query<FilterOption[], void>({
      query: () => call('imports', {}),
      // Only imports that have run can be filtered by.
      transformResponse: (reply: Reply<'imports'>) =>
        reply.imports.flatMap(({ id, fileName, result }) => (result ? [{ value: id, label: fileName }] : [])),
      providesTags: [listOf('Import')],
      keepUnusedDataFor: 60,
    }),
  }),
})

/** The imported files to filter contacts by, newest first. */
export const { useImportChoicesQuery } = filters
