import type { AnalyticsCut } from '@crewline/contract/figures'
import type { OffShiftCut, OffShiftPeriod } from '@crewline/contract/off-shift'
import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { figureQuery, type ContactFigure, type MessageFigure } from './figures/figure-url.ts'

/** The days of a request; the last 30 when unset. */
interface DateQuery {
  startDate?: string
  endDate?: string
}

const listSize = 50

const figures = api.injectEndpoints({
  endpoints: (build) => ({
    replyTimes: build.query<Reply<'analyticsReplyTimes'>, DateQuery>({
      query: (query) => call('analyticsReplyTimes', { query }),
    }),
    hoursOfWeek: build.query<Reply<'analyticsHours'>, DateQuery>({
      query: (query) => call('analyticsHours', { query }),
    }),
    cuts: build.query<Reply<'analyticsCuts'>, DateQuery & { by: AnalyticsCut }>({
      query: (query) => call('analyticsCuts', { query }),
    }),
    offShift: build.query<Reply<'analyticsOffShift'>, DateQuery & { by: OffShiftCut; per: OffShiftPeriod }>({
      query: (query) => call('analyticsOffShift', { query }),
    }),
    childFigures: build.query<Reply<'analyticsChildren'>, DateQuery>({
      query: (query) => call('analyticsChildren', { query }),
    }),
    countedMessages: build.infiniteQuery<Reply<'analyticsMessages'>, MessageFigure, string>({
      query: ({ queryArg, pageParam: cursor }) =>
        call('analyticsMessages', {
          query: { ...figureQuery(queryArg), pageSize: listSize, ...(cursor && { cursor }) },
        }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ nextCursor }) => nextCursor },
    }),
    countedContacts: build.infiniteQuery<Reply<'analyticsContacts'>, ContactFigure, number>({
      query: ({ queryArg, pageParam: page }) =>
        call('analyticsContacts', { query: { ...figureQuery(queryArg), pageSize: listSize, page } }),
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: ({ page, total }) => (page * listSize < total ? page + 1 : undefined),
      },
    }),
  }),
})

export const {
  useReplyTimesQuery,
  useHoursOfWeekQuery,
  useCutsQuery,
  useOffShiftQuery,
  useChildFiguresQuery,
  useCountedMessagesInfiniteQuery,
  useCountedContactsInfiniteQuery,
} = figures
