import type { Usage } from '@crewline/contract/events'
import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { usageReceived } from '../../shared/lib/session/message.slice.ts'
import { listOf } from '../../shared/api/tags.ts'

/** Everything that the billing page shows. */
export type Billing = Reply<'readBilling'>['billing']
/** An invoice or a credit note. */
export type Invoice = Reply<'invoiceList'>['data'][number]

const pageSize = 20

function shownUsage({ usage: { segments, mms, periodStart, periodEnd, level } }: Billing): Usage {
  const metered = ({ used, included, forecast }: Usage['mms']) => ({ used, included, forecast })
  return { periodStart, periodEnd, segments: metered(segments), mms: metered(mms), level }
}

export const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    billing: build.query<Billing, void>({
      query: () => call('readBilling', {}),
      transformResponse: (reply: Reply<'readBilling'>) => reply.billing,
      providesTags: [listOf('Billing')],
      // The meter and the banner, which ask every 20 s, show what the page shows.
      onQueryStarted: async (_none, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (data) dispatch(usageReceived(shownUsage(data)))
      },
    }),
    invoices: build.infiniteQuery<Reply<'invoiceList'>, void, string>({
      query: ({ pageParam }) => call('invoiceList', { query: { pageSize, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.nextCursor },
      providesTags: [listOf('Billing')],
    }),
    pastDueNotice: build.query<Reply<'pastDueNotice'>, void>({
      query: () => call('pastDueNotice', {}),
      providesTags: [listOf('Billing')],
    }),
    startCheckout: build.mutation<Reply<'startCheckout'>, Billing['plans'][number]['key']>({
      query: (plan) => call('startCheckout', { body: { plan } }),
    }),
    startTopUp: build.mutation<Reply<'startTopUp'>, CallInput<'startTopUp'>['body']['cents']>({
      query: (cents) => call('startTopUp', { body: { cents } }),
    }),
    openPortal: build.mutation<Reply<'openPortal'>, void>({ query: () => call('openPortal', {}) }),
    payInvoice: build.mutation<Reply<'payInvoice'>, void>({ query: () => call('payInvoice', {}) }),
    editBilling: build.mutation<Reply<'editBilling'>, CallInput<'editBilling'>['body']>({
      query: (body) => call('editBilling', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Billing'), 'Broadcast'] : []),
    }),
  }),
})

export const {
  useBillingQuery,
  useInvoicesInfiniteQuery,
  usePastDueNoticeQuery,
  useStartCheckoutMutation,
  useStartTopUpMutation,
  useOpenPortalMutation,
  usePayInvoiceMutation,
  useEditBillingMutation,
} = billingApi
