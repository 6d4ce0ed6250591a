import { pollQuestionOf } from '@crewline/contract/form-questions'
import type { NewsIssue, NewsResults, NewsStatus, NewsVersion } from '@crewline/contract/news'
import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { keepNewer, showAnswer, type Started } from '../../shared/api/show-answer.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

/** Forms that are read at once. */
const PAGE_SIZE = 200

interface ListQuery {
  search: string
  status: NewsStatus | ''
}

const issueOf = (reply: { issue: NewsIssue }): NewsIssue => reply.issue
const changed = (answer: unknown, _error: unknown, { id }: { id: string }) =>
  answer ? [listOf('News'), tagOf('News', id)] : []

function showIssue(_query: unknown, started: Started<NewsIssue>): Promise<void> {
  return showAnswer(started, (issue) => news.util.updateQueryData('newsIssue', issue.id, () => issue))
}

const news = api.injectEndpoints({
  endpoints: (build) => ({
    newsList: build.infiniteQuery<Reply<'newsIssues'>, ListQuery, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      query: ({ queryArg: { search, status }, pageParam: cursor }) =>
        call('newsIssues', { query: { search, ...(status && { status }), ...(cursor && { cursor }) } }),
      providesTags: [listOf('News')],
    }),
    newsIssue: build.query<NewsIssue, string>({
      query: (id) => call('newsIssue', { params: { id } }),
      transformResponse: issueOf,
      merge: keepNewer,
      providesTags: (_answer, _error, id) => [tagOf('News', id)],
    }),
    createNews: build.mutation<NewsIssue, CallInput<'createNewsIssue'>['body']>({
      query: (body) => call('createNewsIssue', { body }),
      transformResponse: issueOf,
      invalidatesTags: [listOf('News')],
    }),
    // The editor has what it saved; only the list is outdated.
    saveNews: build.mutation<NewsIssue, { id: string; body: CallInput<'saveNewsIssue'>['body'] }>({
      query: ({ id, body }) => call('saveNewsIssue', { params: { id }, body }),
      transformResponse: issueOf,
      invalidatesTags: [listOf('News')],
      onQueryStarted: showIssue,
    }),
    publishNews: build.mutation<NewsIssue, { id: string; body: CallInput<'publishNewsIssue'>['body'] }>({
      query: ({ id, body }) => call('publishNewsIssue', { params: { id }, body }),
      transformResponse: issueOf,
      invalidatesTags: changed,
      onQueryStarted: showIssue,
    }),
    planNews: build.mutation<NewsIssue, { id: string; body: CallInput<'planNewsIssue'>['body'] }>({
      query: ({ id, body }) => call('planNewsIssue', { params: { id }, body }),
      transformResponse: issueOf,
      invalidatesTags: changed,
      onQueryStarted: showIssue,
    }),
    endNews: build.mutation<NewsIssue, { id: string; at: string | null }>({
      query: ({ id, at }) => call('endNewsIssue', { params: { id }, body: { at } }),
      transformResponse: issueOf,
      invalidatesTags: changed,
      onQueryStarted: showIssue,
    }),
    archiveNews: build.mutation<NewsIssue, { id: string; archived: boolean }>({
      query: ({ id, archived }) => call('archiveNewsIssue', { params: { id }, body: { archived } }),
      transformResponse: issueOf,
      invalidatesTags: changed,
      onQueryStarted: showIssue,
    }),
    duplicateNews: build.mutation<NewsIssue, { id: string }>({
      query: ({ id }) => call('duplicateNewsIssue', { params: { id } }),
      transformResponse: issueOf,
      invalidatesTags: [listOf('News')],
    }),
    deleteNews: build.mutation<Reply<'deleteNewsIssue'>, { id: string }>({
      query: ({ id }) => call('deleteNewsIssue', { params: { id } }),
      invalidatesTags: [listOf('News')],
    }),
    newsVersions: build.query<NewsVersion[], string>({
      query: (id) => call('newsVersions', { params: { id } }),
      transformResponse: (reply: Reply<'newsVersions'>) => reply.versions,
      providesTags: (_answer, _error, id) => [tagOf('News', id)],
      keepUnusedDataFor: 0,
    }),
    restoreNews: build.mutation<NewsIssue, { id: string; body: CallInput<'restoreNewsVersion'>['body'] }>({
      query: ({ id, body }) => call('restoreNewsVersion', { params: { id }, body }),
      transformResponse: issueOf,
      invalidatesTags: changed,
      onQueryStarted: showIssue,
    }),
    newsPreview: build.query<Reply<'previewNews'>, CallInput<'previewNews'>['body']>({
      query: (body) => call('previewNews', { body }),
      keepUnusedDataFor: 5,
    }),
    translateNews: build.mutation<Reply<'translateNews'>, CallInput<'translateNews'>['body']>({
      query: (body) => call('translateNews', { body }),
    }),
    // The forms of the organization that an issue can show.
    newsForms: build.query<{ id: string; name: string; isPoll: boolean }[], undefined>({
      queryFn: async (_none, _api, _options, send) => {
        const forms: Reply<'forms'>['data'] = []
        let cursor: string | undefined
        do {
          const query = { pageSize: PAGE_SIZE, status: 'open' as const, ...(cursor !== undefined && { cursor }) }
          const { data, error } = await send(call('forms', { query }))
          if (error) return { error }
          const reply = data as Reply<'forms'>
          forms.push(...reply.data)
          cursor = reply.nextCursor
        } while (cursor !== undefined)
        const shown = forms.filter(({ access }) => access === 'anyone')
        return {
          data: shown.map((form) => ({ id: form.id, name: form.name, isPoll: pollQuestionOf(form) !== undefined })),
        }
      },
      providesTags: [listOf('Form')],
    }),
    newsResults: build.query<NewsResults, string>({
      query: (id) => call('newsResults', { params: { id } }),
      transformResponse: (reply: Reply<'newsResults'>) => reply.results,
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useNewsListInfiniteQuery,
  useNewsIssueQuery,
  useCreateNewsMutation,
  useSaveNewsMutation,
  usePlanNewsMutation,
  usePublishNewsMutation,
  useEndNewsMutation,
  useArchiveNewsMutation,
  useDuplicateNewsMutation,
  useDeleteNewsMutation,
  useNewsVersionsQuery,
  useRestoreNewsMutation,
  useNewsPreviewQuery,
  useTranslateNewsMutation,
  useNewsFormsQuery,
  useNewsResultsQuery,
} = news
