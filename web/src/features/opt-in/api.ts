import type { OptInContent, OptInLink, OptInPage, PageLanguage } from '@crewline/contract/opt-in'
import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { keepNewer, showAnswer, type Started } from '../../shared/api/show-answer.ts'
import { listOf } from '../../shared/api/tags.ts'

/** A person who joined, or is about to. */
export type OptInJoin = Reply<'optInJoins'>['data'][number]

function showSaved(_query: unknown, started: Started<OptInPage>): Promise<void> {
  return showAnswer(started, (saved) => optIn.util.updateQueryData('optInPage', saved.id, () => saved))
}

const optIn = api.injectEndpoints({
  endpoints: (build) => ({
    optInPages: build.query<OptInPage[], string>({
      query: (search) => call('optInPages', { query: { search, pageSize: 100 } }),
      transformResponse: (reply: Reply<'optInPages'>) => reply.data,
      providesTags: [listOf('OptIn')],
    }),
    optInPage: build.query<OptInPage | undefined, string>({
      query: (id) => call('optInPages', { query: { id } }),
      transformResponse: (reply: Reply<'optInPages'>) => reply.data[0],
      merge: keepNewer,
      providesTags: [listOf('OptIn')],
    }),
    saveOptInPage: build.mutation<OptInPage, { id: string | undefined; body: CallInput<'saveOptInPage'>['body'] }>({
      query: ({ id, body }) => call('saveOptInPage', { query: id === undefined ? {} : { id }, body }),
      transformResponse: (reply: Reply<'saveOptInPage'>) => reply.page,
      // Also after a refusal: what a teammate changed must be shown.
      invalidatesTags: [listOf('OptIn')],
      onQueryStarted: showSaved,
    }),
    deleteOptInPage: build.mutation<Reply<'deleteOptInPage'>, string>({
      query: (id) => call('deleteOptInPage', { query: { id } }),
      invalidatesTags: [listOf('OptIn')],
    }),
    optInPreview: build.query<string, { content: OptInContent; language: PageLanguage }>({
      query: ({ content, language }) => call('previewOptInPage', { body: { ...content, language } }),
      transformResponse: (reply: Reply<'previewOptInPage'>) => reply.html,
      keepUnusedDataFor: 5,
    }),
    optInJoins: build.infiniteQuery<Reply<'optInJoins'>, string, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: (last) => last.nextCursor },
      query: ({ queryArg: id, pageParam: cursor }) => call('optInJoins', { query: { id, ...(cursor && { cursor }) } }),
      providesTags: [listOf('OptIn')],
    }),
    optInLinks: build.query<OptInLink[], string>({
      query: (id) => call('optInLinks', { query: { id } }),
      transformResponse: (reply: Reply<'optInLinks'>) => reply.links,
      providesTags: [listOf('OptIn')],
    }),
  }),
})

export const {
  useOptInPagesQuery,
  useOptInPageQuery,
  useSaveOptInPageMutation,
  useDeleteOptInPageMutation,
  useOptInPreviewQuery,
  useOptInJoinsInfiniteQuery,
  useOptInLinksQuery,
} = optIn
