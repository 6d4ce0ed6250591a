import { api } from '../../shared/api/base.ts'
import { call, type CallInput, type Reply } from '../../shared/api/from-contract.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'

/** An address to which events are sent. */
export type Webhook = Reply<'webhooks'>['webhooks'][number]
/** One event for one address. */
export type Delivery = Reply<'webhookDeliveries'>['data'][number]
/** A delivery with its body and attempts. */
export type FullDelivery = Reply<'webhookDelivery'>['delivery']
/** A webhook whose secret was just issued. */
export type IssuedWebhook = Pick<Reply<'createWebhook'>, 'webhook' | 'secret'>

const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    webhooks: build.query<Webhook[], void>({
      query: () => call('webhooks', {}),
      transformResponse: (reply: Reply<'webhooks'>) => reply.webhooks,
      providesTags: [listOf('Webhook')],
    }),
    createWebhook: build.mutation<IssuedWebhook, CallInput<'createWebhook'>['body']>({
      query: (body) => call('createWebhook', { body }),
      invalidatesTags: (answer) => (answer ? [listOf('Webhook')] : []),
    }),
    // Also after a refusal: a teammate may have deleted it.
    editWebhook: build.mutation<Reply<'editWebhook'>, { id: string; change: CallInput<'editWebhook'>['body'] }>({
      query: ({ id, change }) => call('editWebhook', { query: { id }, body: change }),
      invalidatesTags: [listOf('Webhook')],
    }),
    rotateWebhookSecret: build.mutation<IssuedWebhook, { id: string; overlapHours: number }>({
      query: ({ id, overlapHours }) => call('rotateWebhookSecret', { params: { id }, body: { overlapHours } }),
    }),
    deleteWebhook: build.mutation<Reply<'deleteWebhook'>, string>({
      query: (id) => call('deleteWebhook', { query: { id } }),
      invalidatesTags: [listOf('Webhook')],
    }),
    testWebhook: build.mutation<Reply<'testWebhook'>, string>({
      query: (id) => call('testWebhook', { params: { id }, body: {} }),
      invalidatesTags: (_answer, _error, id) => [listOf('Webhook'), tagOf('Webhook', id)],
    }),
    webhookDeliveries: build.query<
      Pick<Reply<'webhookDeliveries'>, 'data' | 'nextCursor'>,
      { id: string; pageSize: number; state?: Delivery['state'] }
    >({
      query: ({ id, ...query }) => call('webhookDeliveries', { params: { id }, query }),
      providesTags: (_answer, _error, { id }) => [tagOf('Webhook', id)],
    }),
    webhookDelivery: build.query<FullDelivery, string>({
      query: (id) => call('webhookDelivery', { params: { id } }),
      transformResponse: (reply: Reply<'webhookDelivery'>) => reply.delivery,
      providesTags: (_answer, _error, id) => [tagOf('Webhook', id)],
    }),
    replayDelivery: build.mutation<Reply<'replayDelivery'>, { id: string; webhookId: string }>({
      query: ({ id }) => call('replayDelivery', { params: { id }, body: {} }),
      invalidatesTags: (_answer, _error, { id, webhookId }) => [tagOf('Webhook', id), tagOf('Webhook', webhookId)],
    }),
  }),
})

export const {
  useWebhooksQuery,
  useCreateWebhookMutation,
  useEditWebhookMutation,
  useRotateWebhookSecretMutation,
  useDeleteWebhookMutation,
  useTestWebhookMutation,
  useWebhookDeliveriesQuery,
  useWebhookDeliveryQuery,
  useReplayDeliveryMutation,
} = webhooksApi
