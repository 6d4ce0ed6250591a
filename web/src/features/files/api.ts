import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'

const files = api.injectEndpoints({
  endpoints: (build) => ({
    openFile: build.query<Reply<'openFile'>['file'], string>({
      query: (id) => call('openFile', { params: { id } }),
      transformResponse: (reply: Reply<'openFile'>) => reply.file,
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useLazyOpenFileQuery } = files
