import type { Form } from '@crewline/contract/forms'
import type { NewsItem } from '@crewline/contract/news'
import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { listOf } from '../../shared/api/tags.ts'

const pageSize = 100

// The apps come after broadcasts in the order of features; the composer needs only the names and links of their pages.
const pages = api.injectEndpoints({
  endpoints: (build) => ({
    openForms: build.query<Form[], void>({
      query: () => call('forms', { query: { status: 'open', pageSize } }),
      transformResponse: (reply: Reply<'forms'>) => reply.data,
      providesTags: [listOf('Form')],
    }),
    publishedNews: build.query<NewsItem[], void>({
      query: () => call('newsIssues', { query: { status: 'published', pageSize } }),
      transformResponse: (reply: Reply<'newsIssues'>) => reply.data,
      providesTags: [listOf('News')],
    }),
  }),
})

/** Read the open forms, and the published issues of the newsletter, the last changed first; at most a hundred. */
export const { useOpenFormsQuery, usePublishedNewsQuery } = pages
