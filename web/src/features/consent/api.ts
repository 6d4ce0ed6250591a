import type { OptOut } from '@crewline/contract/consent'
import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

const pageSize = 50

/** The consent state and history of a contact's number. */
export type ConsentHistory = Reply<'consentHistory'>

const consent = api.injectEndpoints({
  endpoints: (build) => ({
    consentHistory: build.query<ConsentHistory, string>({
      query: (contactId) => call('consentHistory', { query: { contactId } }),
      providesTags: (_answer, _error, contactId) => [tagOf('Contact', contactId)],
    }),
    recordConsent: build.mutation<Reply<'recordConsent'>, CallInput<'recordConsent'>['body']>({
      query: (body) => call('recordConsent', { body }),
      invalidatesTags: (answer, _error, { contactId }) =>
        answer ? [tagOf('Contact', contactId), listOf('Contact')] : [],
    }),
    undoOptOut: build.mutation<Reply<'undoOptOut'>, string>({
      query: (contactId) => call('undoOptOut', { body: { contactId } }),
      invalidatesTags: (answer, _error, contactId) => (answer ? [tagOf('Contact', contactId), listOf('Contact')] : []),
    }),
    optOuts: build.infiniteQuery<Reply<'optOuts'>, string, string>({
      query: ({ queryArg: search, pageParam }) =>
        call('optOuts', { query: { search, pageSize, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: [listOf('Contact')],
    }),
  }),
})

/** Returns the numbers of all loaded pages without duplicates. */
export function numbersOf(pages: { data: OptOut[] }[]): OptOut[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((optOut) => [optOut.phone, optOut])).values()]
}

export const { useConsentHistoryQuery, useRecordConsentMutation, useUndoOptOutMutation, useOptOutsInfiniteQuery } =
  consent
