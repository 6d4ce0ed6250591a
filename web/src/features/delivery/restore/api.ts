import { api } from '../../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../../shared/api/from-contract.ts'
import { listOf } from '../../../shared/api/tags.ts'

/** A page of the texts that wait, and the review in progress. */
export type RestorePage = Reply<'restoredTexts'>

/** The review in progress. */
export type RestoreReview = NonNullable<RestorePage['review']>

/** A text that waits for the decision. */
export type WaitingText = RestorePage['data'][number]

const restoreApi = api.injectEndpoints({
  endpoints: (build) => ({
    restoreNotice: build.query<Reply<'restoreNotice'>['review'], void>({
      query: () => call('restoreNotice', {}),
      transformResponse: (reply: Reply<'restoreNotice'>) => reply.review,
      providesTags: [listOf('Restore')],
    }),
    restoredTexts: build.infiniteQuery<RestorePage, void, string>({
      query: ({ pageParam }) => call('restoredTexts', { query: pageParam ? { after: pageParam } : {} }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ data, total }, pages) =>
          pages.reduce((count, page) => count + page.data.length, 0) < total ? data.at(-1)?.id : undefined,
      },
      providesTags: [listOf('Restore')],
      // Texts are written and opt-outs arrive while the page is closed.
      keepUnusedDataFor: 0,
    }),
    askCarriers: build.mutation<Reply<'askCarriers'>, void>({
      query: () => call('askCarriers', {}),
      invalidatesTags: [listOf('Restore')],
    }),
    decideRestored: build.mutation<Reply<'decideRestored'>, CallInput<'decideRestored'>['body']>({
      query: (body) => call('decideRestored', { body }),
      // A refused decision means that another number of texts waits, or that a teammate decided.
      invalidatesTags: [listOf('Restore')],
    }),
  }),
})

export const {
  useRestoreNoticeQuery,
  useRestoredTextsInfiniteQuery,
  useAskCarriersMutation,
  useDecideRestoredMutation,
} = restoreApi
