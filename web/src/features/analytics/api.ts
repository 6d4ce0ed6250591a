import { api } from '../../shared/api/base.ts'
import { call, type Reply, type Saying } from '../../shared/api/from-contract.ts'

const analytics = api.injectEndpoints({
  endpoints: (build) => ({
    /** What was sent and answered in a range of days; the session takes the billing out of each answer. */
    analytics: build.query<Reply<'analytics'>, NonNullable<Saying<'analytics'>['query']>>({
      query: (query) => call('analytics', { query }),
    }),
  }),
})

export const { useAnalyticsQuery } = analytics
