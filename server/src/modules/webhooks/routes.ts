import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  webhookDeliveries,
  webhookDelivery,
  webhooks,
} from '@crewline/contract/webhooks'
import { serve } from '../../kernel/http/serve.ts'
import { create, edit, oneDelivery, oneWebhook, remove, replay, rotate, test } from './service.ts'
import { deliveriesOf, listWebhooks } from './views.ts'

const webhookRoutes = serve(
  { webhooks, createWebhook, editWebhook, rotateWebhookSecret, deleteWebhook, testWebhook },
  {
    webhooks: async (scope) => ({ webhooks: await listWebhooks(scope) }),
    createWebhook: (scope, { body }, kernel) => create(kernel, scope, body),
    editWebhook: (scope, { query, body }, kernel) => edit(kernel, scope, query.id, body),
    rotateWebhookSecret: (scope, { params, body }, kernel) => rotate(kernel, scope, params.id, body.overlapHours),
    deleteWebhook: (scope, { query }) => remove(scope, query.id),
    testWebhook: (scope, { params }) => test(scope, params.id),
  },
)

const deliveryRoutes = serve(
  { webhookDeliveries, webhookDelivery, replayDelivery },
  {
    webhookDeliveries: async (scope, { params, query }) => {
      await oneWebhook(scope, params.id)
      return deliveriesOf(scope, params.id, query)
    },
    webhookDelivery: async (scope, { params }) => ({ delivery: await oneDelivery(scope, params.id) }),
    replayDelivery: (scope, { params }) => replay(scope, params.id),
  },
)

export const routes = [...webhookRoutes, ...deliveryRoutes]
