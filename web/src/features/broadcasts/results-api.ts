import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'
import { tagOf } from '../../shared/api/tags.ts'
import { broadcastTag, from, paging } from './api.ts'

/** The people of a broadcast that a list shows. */
export type RecipientListQuery = { id: string } & Omit<
  NonNullable<CallInput<'broadcastRecipients'>['query']>,
  'page' | 'pageSize' | 'cursor'
>

/** Who opened a link of a broadcast, or got it and did not. */
export interface ClickListQuery {
  broadcastId: string
  isClicked: boolean
  linkId?: string
  runId?: string
}

/** The replies to a broadcast. */
export interface ReplyListQuery {
  id: string
  isOnlyWaiting: boolean
  runId?: string
}

/** One run of a broadcast; the last one without a run. */
export interface RunQuery {
  id: string
  runId?: string
}

const results = api.injectEndpoints({
  endpoints: (build) => ({
    broadcastAnalytics: build.query<Reply<'broadcastAnalytics'>, RunQuery>({
      query: ({ id, runId }) => call('broadcastAnalytics', { query: { broadcastId: id, ...(runId && { runId }) } }),
      providesTags: (_answer, _error, { id, runId }) => [id, ...(runId ? [runId] : [])].map(broadcastTag),
    }),
    broadcastLedger: build.query<Reply<'broadcastLedger'>, RunQuery>({
      query: ({ id, runId }) => call('broadcastLedger', { params: { id }, query: runId ? { runId } : {} }),
      providesTags: (_answer, _error, { id }) => [tagOf('Broadcast', id)],
    }),
    recipientList: build.infiniteQuery<Reply<'broadcastRecipients'>, RecipientListQuery, string>({
      query: ({ queryArg: { id, ...narrowed }, pageParam }) =>
        call('broadcastRecipients', { params: { id }, query: { ...narrowed, ...from(pageParam) } }),
      infiniteQueryOptions: paging,
      providesTags: (_answer, _error, { id }) => [tagOf('Broadcast', id)],
    }),
    clickList: build.infiniteQuery<Reply<'broadcastClicks'>, ClickListQuery, string>({
      query: ({ queryArg: { broadcastId, isClicked, linkId, runId }, pageParam }) =>
        call('broadcastClicks', {
          params: { broadcastId },
          query: {
            clicked: isClicked ? 'true' : 'false',
            ...(linkId && { linkId }),
            ...(runId && { runId }),
            ...from(pageParam),
          },
        }),
      infiniteQueryOptions: paging,
      providesTags: (_answer, _error, { broadcastId }) => [tagOf('Broadcast', broadcastId)],
    }),
    replyList: build.infiniteQuery<Reply<'broadcastReplies'>, ReplyListQuery, string>({
      query: ({ queryArg: { id, isOnlyWaiting, runId }, pageParam }) =>
        call('broadcastReplies', {
          params: { id },
          query: { onlyWaiting: isOnlyWaiting ? 'true' : 'false', ...(runId && { runId }), ...from(pageParam) },
        }),
      infiniteQueryOptions: paging,
      providesTags: (_answer, _error, { id }) => [tagOf('Broadcast', id)],
    }),
  }),
})

export const {
  useBroadcastAnalyticsQuery,
  useBroadcastLedgerQuery,
  useRecipientListInfiniteQuery,
  useClickListInfiniteQuery,
  useReplyListInfiniteQuery,
} = results
