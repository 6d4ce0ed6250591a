import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'

const search = api.injectEndpoints({
  endpoints: (build) => ({
    paletteMessages: build.query<Reply<'searchMessages'>['results'], string>({
      query: (phrase) => call('searchMessages', { query: { phrase } }),
      transformResponse: (reply: Reply<'searchMessages'>) => reply.results.slice(0, 6),
      keepUnusedDataFor: 60,
    }),
  }),
})

export const { usePaletteMessagesQuery } = search
