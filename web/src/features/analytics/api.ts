import { api } from '../../shared/api/base.ts'
import { listOf } from '../../shared/api/tags.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'

const analytics = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Reads the messages sent and received in a range of days; the session stores the billing data of each response.
     */
    analytics: build.query<Reply<'analytics'>, NonNullable<CallInput<'analytics'>['query']>>({
      query: (query) => call('analytics', { query }),
    }),
    /** The broadcasts in progress, waiting for approval and next by date, and the last one. */
    broadcastOverview: build.query<Reply<'broadcastOverview'>, void>({
      query: () => call('broadcastOverview', {}),
      providesTags: [listOf('Broadcast')],
    }),
    /** Who is celebrated today and in the next days. */
    celebrationsSoon: build.query<Reply<'celebrationsSoon'>, void>({
      query: () => call('celebrationsSoon', {}),
      providesTags: [listOf('Celebration')],
    }),
    /** The connection to the HR system and its last syncs. */
    hrState: build.query<Reply<'readHr'>, void>({
      query: () => call('readHr', {}),
      providesTags: [listOf('Hr')],
    }),
  }),
})

export const { useAnalyticsQuery, useBroadcastOverviewQuery, useCelebrationsSoonQuery, useHrStateQuery } = analytics
