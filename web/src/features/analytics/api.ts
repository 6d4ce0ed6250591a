import { api } from '../../shared/api/base.ts'
import { call, type Reply, type CallInput } from '../../shared/api/from-contract.ts'

const analytics = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Reads the messages sent and received in a range of days; the session stores the billing data of each response.
     */
    analytics: build.query<Reply<'analytics'>, NonNullable<CallInput<'analytics'>['query']>>({
      query: (query) => call('analytics', { query }),
    }),
  }),
})

export const { useAnalyticsQuery } = analytics
