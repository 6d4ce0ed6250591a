import type { OptOut } from '@crewline/contract/consent'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

const pageSize = 50

/** What stands for a worker's number and what was said about it. */
export type ConsentHistory = Reply<'consentHistory'>

const consent = api.injectEndpoints({
  endpoints: (build) => ({
    consentHistory: build.query<ConsentHistory, string>({
      query: (contactId) => call('consentHistory', { query: { contactId } }),
      providesTags: (_answer, _error, contactId) => [tagOf('Contact', contactId)],
    }),
    noteConsent: build.mutation<Reply<'noteConsent'>, Saying<'noteConsent'>['body']>({
      query: (body) => call('noteConsent', { body }),
      invalidatesTags: (answer, _error, { contactId }) =>
        answer ? [tagOf('Contact', contactId), listOf('Contact')] : [],
    }),
    optOuts: build.infiniteQuery<Reply<'optOuts'>, string, string>({
      query: ({ queryArg: search, pageParam }) =>
        call('optOuts', { query: { search, pageSize, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: [listOf('Contact')],
    }),
  }),
})

/** Every number of the pages loaded so far, once each. */
export function numbersOf(pages: { data: OptOut[] }[]): OptOut[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((one) => [one.phone, one])).values()]
}

export const { useConsentHistoryQuery, useNoteConsentMutation, useOptOutsInfiniteQuery } = consent
