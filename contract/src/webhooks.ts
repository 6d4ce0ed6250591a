import { z } from 'zod'
import { BroadcastCounts } from './broadcasts.ts'
import { ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { Message } from './messages.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'
import { WEBHOOK_GROUPS_MAX, WEBHOOK_NAME_MAX, WEBHOOK_URL_MAX } from './webhook-limits.ts'

/** The kinds of events a webhook can get; `webhook.test` is sent only on request. */
export const WebhookEvent = z.enum([
  'message.received',
  'message.status_changed',
  'consent.changed',
  'contact.changed',
  'broadcast.finished',
  'form.answered',
])
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The `data` of each kind of event. */
export const webhookData = {
  'message.received': z.object({ message: Message, contact: ContactSummary }),
  'message.status_changed': z.object({
    message: Message.describe(
      'The message as it is now; states in between may be skipped. Deliveries may arrive in another order: the greater `revision` is newer.',
    ),
  }),
  'consent.changed': z.object({
    phone: z.string(),
    optedOut: z.boolean(),
    contact: ContactSummary.nullable().describe('The contact with the number; null when there is none.'),
  }),
  'contact.changed': z.object({
    contact: ContactSummary,
    fields: z.array(z.string()).nullable().describe('The changed fields; null when any field may have changed.'),
  }),
  'broadcast.finished': z.object({
    broadcast: z.object({ id: Id, name: z.string() }),
    run: z.object({
      id: Id,
      state: z.enum(['sent', 'stopped', 'failed']),
      startedAt: Instant.nullable(),
      finishedAt: Instant.nullable(),
      counts: BroadcastCounts,
    }),
  }),
  'form.answered': z.object({
    form: z.object({ id: Id, name: z.string(), anonymous: z.boolean() }),
    response: z
      .object({
        id: Id,
        at: Instant,
        via: z.string(),
        language: z.string(),
        version: z.number().int(),
        answers: z.array(
          z.object({
            questionId: z.string(),
            question: z.string().describe('In the first language of the form.'),
            value: z.union([z.string(), z.array(z.string())]).describe('As stored; a choice by its id.'),
            answer: z.string().describe('As people read it.'),
          }),
        ),
      })
      .nullable()
      .describe('Null for an anonymous form, of which no single answer leaves.'),
    contact: ContactSummary.nullable().describe('Null for an anonymous form, and for a person who is not known.'),
  }),
  'webhook.test': z.object({ text: z.string() }),
}

/** The body of each delivery. */
export const WebhookBody = z.object({
  type: z.enum([...WebhookEvent.options, 'webhook.test']),
  timestamp: Instant.describe('When it was recorded, which is also the order of events.'),
  data: z.record(z.string(), z.unknown()).describe('Depends on the type.'),
})
export type WebhookBody = z.infer<typeof WebhookBody>

/** An address to which events are sent. */
export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  groups: z
    .array(z.object({ id: Id, name: z.string() }))
    .nullable()
    .describe('Only events about contacts of these groups are sent; null for all.'),
  state: z
    .enum(['on', 'off', 'failed'])
    .describe('`failed`: turned off by us, because every delivery failed for a day or the receiver answered 410.'),
  failingSince: Instant.nullable().describe('The first failure since the last success.'),
  waiting: z.number().int().describe('Deliveries that wait, counted up to 1,000.'),
  createdAt: Instant,
})
export type Webhook = z.infer<typeof Webhook>

/** Why an attempt got no response. */
export const DeliveryFailure = z.enum(['address_refused', 'unreachable', 'timeout', 'certificate'])
export type DeliveryFailure = z.infer<typeof DeliveryFailure>

/** One event for one webhook. */
export const WebhookDelivery = z.object({
  id: Id.describe('The `webhook-id` of every attempt. A receiver that saw it before can ignore the delivery.'),
  webhookId: Id,
  type: WebhookBody.shape.type,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  nextAt: Instant.nullable().describe('The next attempt; null when there is none.'),
  lastHttp: z.number().int().nullable(),
  lastFailure: DeliveryFailure.nullable(),
  createdAt: Instant,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** One attempt of a delivery. */
export const DeliveryAttempt = z.object({
  at: Instant,
  ms: z.number().int().describe('How long it took.'),
  http: z.number().int().nullable(),
  failure: DeliveryFailure.nullable(),
  response: z.string().describe('The first 2,000 characters of the response.'),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

const named = { id: Id }
const secret = z.string().describe('Signs the deliveries. It cannot be shown again.')
const groupIds = z.array(Id).max(WEBHOOK_GROUPS_MAX).nullable()
const events = z.array(WebhookEvent).min(1).max(WebhookEvent.options.length)
const url = z.string().trim().min(1).max(WEBHOOK_URL_MAX)
const name = oneLine(WEBHOOK_NAME_MAX)

export const webhooks = endpoint({
  method: 'GET',
  path: '/webhook',
  summary: 'Lists the webhooks of the organization, oldest first.',
  can: 'api.manage',
  apiKeys: 'refused',
  reply: ok({ webhooks: z.array(Webhook) }),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhook',
  summary: 'Adds a webhook. Its secret is shown only in this response. Needs a recent proof of identity.',
  can: 'api.manage',
  apiKeys: 'refused',
  fails: ['too_many', 'proof_needed'],
  body: z.strictObject({ url, name: name.default(''), events, groupIds: groupIds.default(null) }),
  reply: ok({ webhook: Webhook, secret }),
})

export const editWebhook = endpoint({
  method: 'PATCH',
  path: '/webhook',
  summary:
    'Updates a webhook. Turning it on again sends what waited; events while it was off are not sent. Another URL, more events or more groups need a recent proof of identity.',
  can: 'api.manage',
  apiKeys: 'refused',
  fails: ['proof_needed'],
  query: z.object(named),
  body: z.strictObject({
    url: url.optional(),
    name: name.optional(),
    events: events.optional(),
    groupIds: groupIds.optional(),
    state: z.enum(['on', 'off']).optional(),
  }),
  reply: ok({ webhook: Webhook }),
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/webhook/{id}/rotate',
  summary: 'Replaces the secret. Deliveries are signed with both for the overlap. Needs a recent proof of identity.',
  can: 'api.manage',
  apiKeys: 'refused',
  fails: ['proof_needed'],
  params: z.object(named),
  body: z.strictObject({ overlapHours: z.number().int().min(0).max(168).default(24) }),
  reply: ok({ webhook: Webhook, secret }),
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhook',
  summary: 'Deletes a webhook and its log.',
  can: 'api.manage',
  plan: 'not_needed',
  apiKeys: 'refused',
  query: z.object(named),
  reply: ok({ webhooks: z.array(Webhook) }),
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhook/{id}/test',
  summary: 'Sends a test event, also while the webhook is off.',
  can: 'api.manage',
  apiKeys: 'refused',
  params: z.object(named),
  body: z.strictObject({}),
  reply: ok({ delivery: WebhookDelivery }),
})

export const webhookDeliveries = endpoint({
  method: 'GET',
  path: '/webhook/{id}/deliveries',
  summary: 'Lists the deliveries of the last 14 days, newest first.',
  can: 'api.manage',
  apiKeys: 'refused',
  params: z.object(named),
  query: z.object({
    cursor: pageQuery.cursor,
    pageSize: pageQuery.pageSize,
    state: WebhookDelivery.shape.state.optional(),
  }),
  reply: ok({ data: pageOf(WebhookDelivery).data, nextCursor: z.string().optional() }),
})

export const webhookDelivery = endpoint({
  method: 'GET',
  path: '/webhook/delivery/{id}',
  summary: 'Returns a delivery with its body and its attempts, newest first.',
  can: 'api.manage',
  apiKeys: 'refused',
  params: z.object(named),
  reply: ok({
    delivery: WebhookDelivery.extend({
      body: z.string().describe('As sent; empty after the contact was erased.'),
      log: z.array(DeliveryAttempt),
    }),
  }),
})

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/webhook/delivery/{id}/replay',
  summary: 'Sends a delivery again, with the same id and body.',
  can: 'api.manage',
  apiKeys: 'refused',
  params: z.object(named),
  body: z.strictObject({}),
  reply: ok({ delivery: WebhookDelivery }),
})
